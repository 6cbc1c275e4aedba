(* xproved [--time-limit SECONDS] FOLDER...: reads the files of a proof folder into bytes, gives them to the extracted checker,
   compares the answer with the claim in MANIFEST, and prints the verdict. What is proved is in checker.ml. *)

open Checker

exception Refused of string

let refuse why = raise (Refused why)

let reason = function
  | Ended -> "certificate: it ends too early"
  | LongNumber -> "certificate: a number of more than five bytes, or greater than 4294967295"
  | Header -> "certificate: it begins neither with the line xcd 1 nor with xcd 2"
  | UnknownItem -> "certificate: not the code of a primary item"
  | Reserved -> "certificate: a code that is not allowed here"
  | Covered -> "certificate: the item to branch on is not to be covered here"
  | NotStored -> "certificate: it refers to a sub-problem that is not stored"
  | Differs -> "certificate: the stored sub-problem differs from this one"
  | Visiting -> "certificate: it stores sub-problems where solutions are visited"
  | Deep -> "certificate: branches that lead nowhere"
  | Unexpected -> "the walk found a solution that is not the next one listed"
  | NotFound -> "a solution is listed that the walk did not find"
  | Trailing -> "certificate: bytes after the last sub-problem"
  | NotProblem -> "problem.dlx: not the text of a problem"
  | NotListing -> "solutions.txt, puzzles.txt or answers.txt: a line that is not in its form"
  | NotSolution -> "a listed solution is not a solution"
  | Repeated -> "a solution is listed twice"

let bytes = Array.init 256 Z.of_int

(* A device or a pipe could keep the checker busy for ever. *)
let expect_file name = if Sys.file_exists name && (Unix.stat name).st_kind <> Unix.S_REG then refuse (name ^ ": not a file")

let with_file name read =
  expect_file name;
  let channel = open_in_bin name in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> read channel)

(* The bytes of a file as a list. *)
let contents name =
  let text = with_file name (fun channel -> really_input_string channel (in_channel_length channel)) in
  let rec from k list = if k < 0 then list else from (k - 1) (bytes.(Char.code text.[k]) :: list) in
  from (String.length text - 1) []

(* The bytes of a channel, one after another. A place is a number of bytes from the beginning; the checker asks for each place
   once, in order, so a buffer is enough. *)
let stream channel =
  let buffer = Bytes.create 65536 and start = ref 0 and filled = ref 0 in
  let rec next place =
    if place - !start < !filled then
      Some (bytes.(Char.code (Bytes.get buffer (place - !start))), place + 1)
    else begin
      start := place;
      filled := input channel buffer 0 (Bytes.length buffer);
      if !filled = 0 then None else next place
    end
  in
  next

(* Gives the certificate to a checker. What gzip makes of a compressed certificate need not be trusted: it is advice. *)
let with_certificate folder check =
  let plain = Filename.concat folder "certificate.xcd" in
  if Sys.file_exists plain then with_file plain (fun channel -> check (stream channel) 0)
  else if Sys.file_exists (plain ^ ".gz") then begin
    expect_file (plain ^ ".gz");
    let from, into = Unix.pipe ~cloexec:true () in
    let gzip = Unix.create_process "gzip" [| "gzip"; "-dc"; "--"; plain ^ ".gz" |] Unix.stdin into Unix.stderr in
    Unix.close into;
    let channel = Unix.in_channel_of_descr from in
    (* It is not waited for to its end: it could have a large file before it. *)
    let finally () =
      close_in_noerr channel;
      Unix.kill gzip Sys.sigkill;
      ignore (Unix.waitpid [] gzip)
    in
    Fun.protect ~finally (fun () -> check (stream channel) 0)
  end
  else refuse "found neither certificate.xcd nor certificate.xcd.gz"

let check folder =
  let file name = contents (Filename.concat folder name) in
  let kind, claimed =
    with_file (Filename.concat folder "MANIFEST") (fun channel ->
        let version = input_line channel in
        match version, String.split_on_char ' ' (input_line channel) with
        | "quadrille proof 1", [ "claim"; kind; number ] -> kind, number
        | _ -> refuse "MANIFEST: expected the lines `quadrille proof 1` and `claim KIND NUMBER`")
  in
  let meaning = ref "" in
  let answer =
    match kind with
    | "count" ->
      let problem = file "problem.dlx" in
      Option.iter
        (fun order -> meaning := Printf.sprintf ", which is the number of Sudoku grids of order %s" (Z.to_string order))
        (order_of_grids problem);
      with_certificate folder (fun next -> check_count next problem)
    | "all" ->
      let problem = file "problem.dlx" and solutions = file "solutions.txt" in
      with_certificate folder (fun next -> check_all next problem solutions)
    | "some" -> check_some (file "problem.dlx") (file "solutions.txt")
    | "puzzles" ->
      let puzzles = file "puzzles.txt" and answers = file "answers.txt" in
      with_certificate folder (fun next -> check_puzzles next puzzles answers)
    | "classes" -> refuse "MANIFEST: found a claim of classes, which this checker does not check; use xcheck.py or quadrille verify"
    | _ -> refuse ("MANIFEST: expected a claim of count, all, some or puzzles; found " ^ String.escaped kind)
  in
  match answer with
  | Yes number when Z.to_string number = claimed -> Printf.sprintf "VERIFIED %s %s%s" kind claimed !meaning
  | Yes number -> refuse (Printf.sprintf "MANIFEST claims %s %s; found %s" kind (String.escaped claimed) (Z.to_string number))
  | No why -> refuse (reason why)

(* Recursion is as deep as the problem has options, and lists are walked through recursively, so the program starts itself
   again with the largest stack that the system allows. *)
let with_large_stack () =
  let mark = "XPROVED_STACK" in
  if Sys.getenv_opt mark = None then begin
    Unix.putenv mark "set";
    try
      Unix.execv "/bin/sh"
        (Array.append
           [| "sh"; "-c"; "ulimit -s $(ulimit -H -s) 2> /dev/null; exec \"$0\" \"$@\""; Sys.executable_name |]
           (Array.sub Sys.argv 1 (Array.length Sys.argv - 1)))
    with Unix.Unix_error _ -> ()
  end

(* Refuses a folder whose check takes longer; 0 means no limit. *)
let within seconds check folder =
  let timer left = ignore (Unix.setitimer ITIMER_REAL { it_interval = 0.; it_value = left }) in
  let ended _ = refuse (Printf.sprintf "the time limit of %g s is over; raise --time-limit" seconds) in
  Sys.set_signal Sys.sigalrm (Signal_handle ended);
  timer seconds;
  Fun.protect ~finally:(fun () -> timer 0.) (fun () -> check folder)

(* Whether the folder is verified, and the verdict. *)
let judge seconds folder =
  match within seconds check folder with
  | verdict -> true, verdict
  | exception (Refused why | Fun.Finally_raised (Refused why)) -> false, "REFUSED " ^ why
  | exception Sys_error why -> false, "REFUSED " ^ why
  | exception Unix.Unix_error (error, what, _) -> false, "REFUSED " ^ what ^ ": " ^ Unix.error_message error
  | exception Invalid_argument why -> false, "REFUSED " ^ why
  | exception End_of_file -> false, "REFUSED MANIFEST: it ends too early"
  | exception Z.Overflow -> false, "REFUSED a number that is too large"
  | exception Stack_overflow -> false, "REFUSED the stack is too small; raise the limit with `ulimit -s`"
  | exception Out_of_memory -> false, "REFUSED the memory is too small"
  | exception other -> false, "REFUSED " ^ Printexc.to_string other

let () =
  with_large_stack ();
  (* Fewer and larger collections of short-lived numbers. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 100 };
  let usage why =
    prerr_endline (why ^ "usage: xproved [--time-limit SECONDS] FOLDER...\nChecks folders that `quadrille prove` wrote.");
    exit 2
  in
  let seconds, folders =
    match List.tl (Array.to_list Sys.argv) with
    | "--time-limit" :: text :: folders ->
      (match float_of_string_opt text with
       | Some seconds when 0. < seconds && seconds <= 1e9 -> seconds, folders
       | _ -> usage ("--time-limit: found '" ^ String.escaped text ^ "'; expected seconds, more than 0\n"))
    | folders -> 0., folders
  in
  if folders = [] then usage "";
  let tell folder =
    let is_verified, verdict = judge seconds folder in
    print_endline (match folders with [ _ ] -> verdict | _ -> String.escaped folder ^ ": " ^ verdict);
    is_verified
  in
  if List.mem false (List.map tell folders) then exit 1
