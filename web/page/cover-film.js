// The steps of a search, and the state at one of them. The state can move forwards and back.
//
// A step is a number: three bits for its kind, 29 for its item or option. The last steps are kept, and the state at some of them;
// to go back, the nearest state before is taken and followed forwards, so that it is exact.

/** Kinds of steps, in the order of `SearchStep` of the crate `cover`. */
export const KIND = { BRANCH: 0, LEAVE: 1, CHOOSE: 2, TAKE_BACK: 3, FINISH: 4, UNFINISH: 5, DEAD_END: 6, SOLUTION: 7 };
export const kindOf = (step) => step >>> 29;
export const numberOf = (step) => step & 0x1fffffff;
/** The step after the last one. */
export const isEnd = (step) => kindOf(step) === KIND.SOLUTION && numberOf(step) === 1;

/** The branch without an option, and the root, which has no branch. */
export const NO_OPTION = -1;
export const NONE = -1;

/** Steps between two states that are kept, and the number of states that are kept: the last 400 000 steps. */
const SPACING = 2048;
const MOST_STATES = 200;
/** While the tree is smaller than this, all of its nodes are kept; then searched subtrees of more than `LARGE` nodes are only counted. */
const SMALL_TREE = 1500;
const LARGE = 60;
/** Children of a node that are kept; earlier ones are only counted. */
const MOST_CHILDREN = 200;

/** A node of the search tree. */
function makeNode(option) {
  return { option, item: NONE, end: "", nodes: 0, solutions: 0, deadEnds: 0, children: [], earlier: null, isFolded: false };
}

/** What the search has done up to a step. */
class State {
  constructor() {
    this.at = 0;
    this.nodes = 0;
    this.solutions = 0;
    this.deadEnds = 0;
    this.hasEnded = false;
    /** The nodes from the root to the current one. Each is the last child of the one before. */
    this.path = [makeNode(NONE)];
  }

  get top() {
    return this.path[this.path.length - 1];
  }

  /** Copies what later steps change. Subtrees that were searched stay as they are. */
  copy() {
    const copy = Object.assign(new State(), this);
    copy.path = this.path.map((node) => ({ ...node, children: node.children.slice(), earlier: node.earlier && { ...node.earlier } }));
    for (let i = 1; i < copy.path.length; i++) {
      const siblings = copy.path[i - 1].children;
      siblings[siblings.length - 1] = copy.path[i];
    }
    return copy;
  }

  apply(step) {
    this.at++;
    const number = numberOf(step);
    const top = this.top;
    switch (kindOf(step)) {
      case KIND.BRANCH:
        this.#enter(top);
        top.item = number;
        break;
      case KIND.CHOOSE:
        this.#down(number);
        break;
      case KIND.FINISH:
        this.#down(NO_OPTION);
        break;
      case KIND.TAKE_BACK:
      case KIND.UNFINISH:
        this.#up();
        break;
      case KIND.LEAVE:
        top.end = "left";
        break;
      case KIND.DEAD_END:
        this.#enter(top);
        top.item = number;
        top.end = "dead";
        top.deadEnds++;
        this.deadEnds++;
        break;
      default:
        if (number === 1) {
          this.hasEnded = true;
          break;
        }
        this.#enter(top);
        top.end = "solution";
        top.solutions++;
        this.solutions++;
    }
  }

  #enter(node) {
    node.nodes++;
    this.nodes++;
  }

  #down(option) {
    const node = makeNode(option);
    const top = this.top;
    if (top.children.length >= MOST_CHILDREN) {
      const first = top.children.shift();
      top.earlier ??= { children: 0, nodes: 0, solutions: 0, deadEnds: 0 };
      top.earlier.children++;
      for (const what of ["nodes", "solutions", "deadEnds"]) top.earlier[what] += first[what];
    }
    top.children.push(node);
    this.path.push(node);
  }

  #up() {
    const node = this.path.pop();
    const above = this.top;
    for (const what of ["nodes", "solutions", "deadEnds"]) above[what] += node[what];
    if (node.nodes > LARGE && this.nodes > SMALL_TREE) {
      node.isFolded = true;
      node.children = [];
    }
  }
}

export class Film {
  constructor() {
    this.clear();
  }

  /** Forgets all steps. */
  clear() {
    this.state = new State();
    this.states = [this.state.copy()];
    this.pieces = [];
    /** The number of steps that are known. */
    this.end = 0;
    this.isWhole = false;
  }

  /** The first step to which the state can go back. */
  get first() {
    return this.states[0].at;
  }

  get at() {
    return this.state.at;
  }

  /** Adds steps that the search has made. */
  add(steps) {
    if (steps.length === 0) return;
    this.pieces.push({ from: this.end, steps });
    this.end += steps.length;
    this.isWhole = isEnd(steps[steps.length - 1]);
  }

  /** A step by its place, from 0. */
  step(place) {
    let [low, high] = [0, this.pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.pieces[middle].from <= place) low = middle;
      else high = middle - 1;
    }
    const piece = this.pieces[low];
    return piece?.steps[place - piece.from];
  }

  /** The step that was made last; `undefined` at the beginning. */
  get last() {
    return this.at > 0 ? this.step(this.at - 1) : undefined;
  }

  /**
   * Follows at most this number of steps, as far as they are known. `seen` is called after each and may end it by returning true.
   * Returns whether it did.
   */
  forward(count, seen) {
    const end = Math.min(this.at + count, this.end);
    while (this.at < end) {
      const step = this.step(this.at);
      this.state.apply(step);
      if (this.at % SPACING === 0) this.#keep();
      if (seen?.(step)) return true;
    }
    return false;
  }

  /** Goes to a step between `first` and `end`. */
  seek(place) {
    const to = Math.max(this.first, Math.min(place, this.end));
    if (to < this.at) {
      let i = this.states.length - 1;
      while (this.states[i].at > to) i--;
      this.state = this.states[i].copy();
    }
    this.forward(to - this.at);
  }

  #keep() {
    if (this.at <= this.states[this.states.length - 1].at) return;
    this.states.push(this.state.copy());
    if (this.states.length > MOST_STATES) this.states.shift();
    while (this.pieces[0].from + this.pieces[0].steps.length <= this.first) this.pieces.shift();
  }
}
