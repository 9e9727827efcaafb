// A worker that grades one Python program: an instance of the module asks, and CPython in WebAssembly (Pyodide) answers.
//
// The program reads its input and waits, so it is the outer loop: when it reads, its last output goes to the grader, and the next
// question comes back. A program that does not answer is ended by the page, which terminates this worker and begins another one with the
// replies so far.

import type { ProgramReply, ReplyMessage, RequestMessage } from '../../protocol';
import { instantiate } from './instance.js';

export interface ToGrader {
  module: WebAssembly.Module;
  /** The folder of Pyodide. */
  python: string;
  /** The name of the program's file. */
  name: string;
  source: string;
  assignment: string;
  seed: number;
  /** What the program did in earlier workers. */
  log: ProgramReply[];
}

export type FromGrader =
  /** The program has this many seconds to answer. */
  | { seconds: number }
  /** The program did something. */
  | { did: ProgramReply }
  | { done: number; of: number }
  /** Python is loaded and ready. */
  | { ready: true }
  /** Python itself has crashed: another worker has to go on. */
  | { crashed: true }
  | { last: ReplyMessage };

type Step = Extract<ReplyMessage, { say: 'program-step' }>;

/** What is used of Pyodide. */
interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
  setStdin(options: { read: (buffer: Uint8Array) => number }): void;
  setStdout(options: { write: (buffer: Uint8Array) => number }): void;
  setStderr(options: { write: (buffer: Uint8Array) => number }): void;
  runPython(code: string): unknown;
}

/** Runs a program as `python3 FILE` does; a file that only defines `answer` is called for each line. Returns how it ended. */
const RUN = `
import io, json, runpy, sys, traceback

def _run(path, reads):
    def stream(number, mode, kind):
        return io.TextIOWrapper(kind(io.FileIO(number, mode, closefd=False)), encoding="utf-8")
    sys.stdin = stream(0, "r", io.BufferedReader)
    sys.stdout = stream(1, "w", io.BufferedWriter)
    sys.argv = [path]
    try:
        if reads:
            runpy.run_path(path, run_name="__main__")
        else:
            answer = runpy.run_path(path)["answer"]
            for line in sys.stdin:
                try:
                    reply = answer(json.loads(line))
                except Exception as error:
                    reply = {"error": repr(error)}
                print(json.dumps(reply if isinstance(reply, dict) else {"value": reply}), flush=True)
        sys.stdout.flush()
        return "exit status: 0"
    except SystemExit as end:
        return f"exit status: {end.code if isinstance(end.code, int) else int(end.code is not None)}"
    except BaseException as error:
        return "exit status: 1, its last error: " + traceback.format_exception_only(error)[-1].strip()
`;

const tell = (message: FromGrader) => postMessage(message);

onmessage = ({ data }: MessageEvent<ToGrader>) => {
  grade(data).catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
};

const refuse = (reason: string) => tell({ last: { id: 1, last: true, say: 'refused', reason } as ReplyMessage });

async function grade({ module, python, name, source, assignment, seed, log }: ToGrader) {
  let said: ReplyMessage[] = [];
  const send = await instantiate(module, {
    post: (text) => said.push(JSON.parse(text) as ReplyMessage),
    fail: (reason) => {
      throw new Error(reason);
    },
  });
  const ask = (request: object): ReplyMessage => {
    said = [];
    send(JSON.stringify({ id: 1, ...request } satisfies Partial<RequestMessage>));
    return said.at(-1)!;
  };
  let reply = ask({ ask: 'grade', assignment, seed, program: name });
  for (const did of log) if (reply.say === 'program-step') reply = ask({ ask: 'grade-reply', reply: did });
  if (reply.say === 'program-step') {
    const conversation = new Conversation(reply, (did) => ask({ ask: 'grade-reply', reply: did }));
    conversation.run(await load(python, name, source), source);
    if (conversation.hasCrashed) return;
    reply = conversation.reply;
  }
  tell({ last: reply });
}

async function load(folder: string, name: string, source: string): Promise<Python & { path: string }> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as { loadPyodide(options: object): Promise<Python> };
  // The program gets no access to the page through Python's module js.
  const python = await loadPyodide({ indexURL: folder, jsglobals: Object.create(null) as object });
  const path = `/program/${name}`;
  python.FS.mkdirTree('/program');
  python.FS.writeFile(path, source);
  python.runPython(RUN);
  tell({ ready: true });
  return Object.assign(python, { path });
}

class Conversation {
  hasCrashed = false;
  /** The bytes that the program has not read yet; `null` if it has read all lines of the step. */
  #input: Uint8Array | null = null;
  #hasInput = true;
  #printed = '';
  #lines: string[] = [];
  #isEnding = false;
  /** An error of the grader inside a call of Python. */
  #error: unknown = null;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  constructor(
    public reply: ReplyMessage,
    private answer: (did: ProgramReply) => ReplyMessage,
  ) {}

  get #step(): Step | null {
    return this.reply.say === 'program-step' ? this.reply : null;
  }

  /** Runs the program until the sheet is there, as often as the grader starts it again. */
  run(python: Python & { path: string }, source: string) {
    python.setStdin({ read: (buffer) => this.#read(buffer) });
    python.setStdout({ write: (buffer) => this.#write(buffer) });
    python.setStderr({ write: (buffer) => buffer.length });
    const reads = source.includes('stdin') || source.includes('input(');
    const code = `_run(${JSON.stringify(python.path)}, ${reads ? 'True' : 'False'})`;
    while (this.#step) {
      this.#begin();
      let ended: string;
      try {
        ended = String(python.runPython(code));
      } catch (error) {
        // Not an exception of the program, which Python would have caught: a stack overflow, for example.
        this.hasCrashed = true;
        ended = `Python stopped: ${error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)}`;
      }
      if (this.#error) throw this.#error;
      this.#takeLines();
      if (!this.#isEnding && this.#step) this.#did({ ended });
      if (this.hasCrashed) return tell({ crashed: true });
    }
  }

  #begin() {
    [this.#isEnding, this.#hasInput, this.#input, this.#printed, this.#lines] = [false, true, null, '', []];
    tell({ seconds: this.#step!.step.seconds });
  }

  /** Hands a reply to the grader. */
  #did(did: ProgramReply) {
    tell({ did });
    try {
      this.reply = this.answer(did);
    } catch (error) {
      this.#error = error;
      this.reply = { id: 1, last: true, say: 'refused', reason: String(error) } as ReplyMessage;
    }
    const step = this.#step;
    if (step) tell({ done: step.done, of: step.of });
    this.#hasInput = Boolean(step?.step.lines);
    // The program ends: the grader is done with it, or begins again with a new one.
    if (!step || step.step.restart) this.#isEnding = true;
  }

  /** Hands the printed answers to the grader. */
  #takeLines() {
    while (!this.#isEnding && !this.#hasInput && this.#lines.length > 0) this.#did({ line: this.#lines.shift()! });
  }

  /** The program reads: the end of its input ends it. */
  #read(buffer: Uint8Array): number {
    if (!this.#input) {
      this.#takeLines();
      // It reads on without an answer.
      if (!this.#isEnding && !this.#hasInput) this.#did('silent');
      if (this.#isEnding) return 0;
      const { lines, seconds } = this.#step!.step;
      // As natively, output before the question is no answer to it.
      [this.#hasInput, this.#lines, this.#printed] = [false, [], ''];
      this.#input = this.#encoder.encode(`${lines}\n`);
      tell({ seconds });
    }
    const part = this.#input.subarray(0, buffer.length);
    buffer.set(part);
    this.#input = part.length < this.#input.length ? this.#input.subarray(part.length) : null;
    return part.length;
  }

  #write(buffer: Uint8Array): number {
    const lines = (this.#printed + this.#decoder.decode(buffer, { stream: true })).split('\n');
    this.#printed = lines.pop()!;
    this.#lines.push(...lines.filter((line) => line.trimStart().startsWith('{')));
    return buffer.length;
  }
}
