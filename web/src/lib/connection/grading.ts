// Grades a Python program in the browser. Its worker is terminated if the program does not answer in time, and the next worker goes on.

import type { ProgramReply, ReplyMessage } from '../../protocol';
import address from './grade_worker.ts?worker&url';
import type { FromGrader, ToGrader } from './grade_worker';
import { startWorker } from './handle';
import { module } from './module';

export type Graded = Extract<ReplyMessage, { say: 'graded' }>;
export type Program = Pick<ToGrader, 'name' | 'source' | 'assignment' | 'seed'>;

export interface Grading {
  /** Rejected with the reason if the program cannot be graded, or with an `AbortError` if it was stopped. */
  done: Promise<Graded>;
  stop(): void;
}

export function grade(program: Program, progress: (text: string, done?: number, of?: number) => void): Grading {
  const log: ProgramReply[] = [];
  let worker: Worker | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resolve: (graded: Graded) => void;
  let reject: (reason: Error) => void;
  const done = new Promise<Graded>((yes, no) => ([resolve, reject] = [yes, no]));

  const end = () => {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
  };
  const fail = (reason: string) => {
    end();
    reject(new Error(reason));
  };
  const late = () => {
    log.push('late');
    begin();
  };
  const receive = (message: FromGrader) => {
    if ('seconds' in message) {
      clearTimeout(timer);
      timer = setTimeout(late, message.seconds * 1_000);
    } else if ('did' in message) {
      // The time of the grader does not count.
      clearTimeout(timer);
      log.push(message.did);
    } else if ('done' in message) {
      progress('Asking', message.done, message.of);
    } else if ('ready' in message) {
      progress('Asking');
    } else if ('crashed' in message) {
      begin();
    } else {
      end();
      if (message.last.say === 'graded') resolve(message.last);
      else reject(new Error(message.last.say === 'refused' ? message.last.reason : `unexpected answer ${message.last.say}`));
    }
  };
  const begin = () => {
    end();
    progress('Loading Python');
    const next = startWorker(new URL(address, import.meta.url).href, 'grader');
    worker = next;
    next.onmessage = ({ data }: MessageEvent<FromGrader>) => {
      if (worker === next) receive(data);
    };
    next.onerror = (event) => {
      event.preventDefault();
      fail(event.message || 'the worker could not be started');
    };
    module().then(
      (module) => next.postMessage({ module, python: new URL('./python/', document.baseURI).href, ...program, log } satisfies ToGrader),
      (error: unknown) => fail(String(error)),
    );
  };
  begin();
  return {
    done,
    stop() {
      end();
      reject(new DOMException('it was stopped', 'AbortError'));
    },
  };
}
