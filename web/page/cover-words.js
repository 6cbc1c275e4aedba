// What happens in a step of the search, in words.

import { KIND, isEnd, kindOf, numberOf } from "./cover-film.js";
import { cut } from "./cover-problem.js";

export const plural = (number, word, many = `${word}s`) => `${number.toLocaleString("en")} ${number === 1 ? word : many}`;

/** The step made last, in words; `left` is what the state leaves. */
export function words(problem, film, left) {
  const { state, last } = film;
  if (last === undefined) {
    const items = `${plural(problem.items, "item")}${problem.items > problem.primary ? ` (${problem.primary} primary)` : ""}`;
    const hasSecondary = problem.items > problem.primary;
    const often = problem.hasSeveral ? "as often as its bounds say" : "exactly once";
    const others = hasSecondary ? `, and each other item at most once${problem.about.colours.length > 0 ? " or always in one colour" : ""}` : "";
    return `${plural(problem.options, "option")} on ${items}. Choose options so that each ${hasSecondary ? "primary item" : "item"} is covered ${often}${others}.`;
  }
  if (isEnd(last)) {
    return `The whole tree is searched: ${plural(state.solutions, "solution")} in ${plural(state.nodes, "node")}.`;
  }
  const number = numberOf(last);
  const item = () => `item ${cut(problem.names[number])}`;
  const Item = () => `Item ${cut(problem.names[number])}`;
  const option = () => `option ${number + 1}: ${problem.optionWords(number)}`;
  switch (kindOf(last)) {
    case KIND.BRANCH:
      return branch(problem, state, left, number);
    case KIND.LEAVE:
      return state.path.length === 1
        ? `All options of ${item()} are tried. Nothing is left to try.`
        : `All options of ${item()} are tried: go back.`;
    case KIND.CHOOSE: {
      const before = state.path[state.path.length - 2];
      const place = before.children.length + (before.earlier?.children ?? 0);
      const of = left.sizes[state.path.length - 2];
      const before_ = problem.left(state.path.slice(0, -1));
      let more = -1;
      for (let o = 0; o < problem.options; o++) more += left.gone[o] - before_.gone[o];
      const name = `item ${cut(problem.names[before.item])}`;
      const others = of <= 1 ? `, the only one left for ${name}` : `, ${place} of ${Math.max(of, place)} for ${name}`;
      const go = more > 0 ? ` ${plural(more, "other option")} ${more === 1 ? "goes" : "go"}.` : "";
      return `Try ${option()}${others}.${go}`;
    }
    case KIND.TAKE_BACK:
      return `Take back ${option()}. What went with it returns.`;
    case KIND.FINISH:
      return `No further option for ${item()}.`;
    case KIND.UNFINISH:
      return `Take that back: ${item()} may have further options.`;
    case KIND.DEAD_END: {
      const [low, high] = problem.bounds(number);
      const need = left.bound[number] - (high - low);
      const has = left.sizes[state.path.length - 1];
      return need <= 1 || has === 0
        ? `${Item()} has no option left: dead end, go back.`
        : `${Item()} needs ${need} more options and has ${has} left: dead end, go back.`;
    }
    default:
      return `Every item is covered: solution ${state.solutions.toLocaleString("en")}.`;
  }
}

function branch(problem, state, left, item) {
  const name = `Item ${cut(problem.names[item])}`;
  const size = left.sizes[state.path.length - 1];
  if (problem.hasSeveral) return `${name} has the fewest ways to go on: branch on it. It has ${plural(size, "option")} left.`;
  if (size === 1) return `${name} has only 1 option left: take it.`;
  if (item < problem.primary && problem.names[item].startsWith("#")) {
    return `${name} is preferred, and of the preferred items it has the fewest options, ${size}: branch on it.`;
  }
  return `${name} has the fewest options, ${size}: branch on it.`;
}
