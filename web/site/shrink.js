// Makes a WebAssembly module small when it is compressed: node site/shrink.js MODULE OUTPUT [names].
//
// gzip finds a repetition only within 32 KB. Many functions of the module are the same search compiled for another game, and the linker
// puts them far apart. Here functions with similar code follow each other, so that gzip finds them. The linker also writes indices in
// five bytes, to change them in place; they are written in as few as they need. Names and other custom sections are dropped. With `names`
// the order is that of the names, which is found sooner.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nameOrder, similarOrder } from './similar.js';

const SECTION = { custom: 0, import: 2, function: 3, global: 6, export: 7, start: 8, element: 9, code: 10 };

class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    Object.assign(this, { bytes, at, end });
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** Reads an unsigned LEB128 number of at most 32 bits. */
  number() {
    let [value, shift] = [0, 0];
    let byte;
    do {
      byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return value;
  }

  /** Reads a signed LEB128 number of at most 32 bits. */
  signed() {
    let [value, shift] = [0, 0];
    let byte;
    do {
      byte = this.byte();
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte & 128);
    return shift < 32 && byte & 64 ? value | (-1 << shift) : value;
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text() {
    return new TextDecoder().decode(this.take(this.number()));
  }

  /** The sections of a module as kind and content. */
  *sections() {
    this.take(8);
    while (this.at < this.end) yield { kind: this.byte(), content: this.take(this.number()) };
  }
}

class Writer {
  bytes = new Uint8Array(1 << 16);
  length = 0;

  byte(byte) {
    if (this.length === this.bytes.length) this.#grow(1);
    this.bytes[this.length++] = byte;
  }

  number(value) {
    for (; value > 127; value = Math.floor(value / 128)) this.byte((value % 128) | 128);
    this.byte(value);
  }

  signed(value) {
    for (; value < -64 || value > 63; value >>= 7) this.byte((value & 127) | 128);
    this.byte(value & 127);
  }

  put(bytes) {
    if (this.length + bytes.length > this.bytes.length) this.#grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes the length of a content and the content. */
  sized(content) {
    this.number(content.length);
    this.put(content);
  }

  #grow(more) {
    const bytes = new Uint8Array(2 * (this.bytes.length + more));
    bytes.set(this.done());
    this.bytes = bytes;
  }

  done() {
    return this.bytes.subarray(0, this.length);
  }
}

/** The operands of instructions: i an index or another unsigned number, s a signed one, f a function, m a place in memory, digits bytes. */
const OPERANDS = new Map();
for (const [operands, ...codes] of [
  ['s', 0x02, 0x03, 0x04, 0x41],
  ['i', 0x0c, 0x0d, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40],
  ['f', 0x10, 0x12, 0xd2],
  ['ii', 0x11, 0x13],
  ['l', 0x42],
  ['4', 0x43],
  ['8', 0x44],
  ['', 0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1],
])
  for (const code of codes) OPERANDS.set(code, operands);
for (let code = 0x28; code <= 0x3e; code += 1) OPERANDS.set(code, 'm');
for (let code = 0x45; code <= 0xc4; code += 1) OPERANDS.set(code, '');

/** The operands of the instructions with the prefix 0xfc. */
const BULK = ['', '', '', '', '', '', '', '', 'ii', 'i', 'ii', 'i', 'ii', 'i', 'ii', 'i', 'i', 'i'];

/** Returns the operands of a vector instruction. */
function vectorOperands(code) {
  if (code <= 11 || code === 92 || code === 93) return 'm';
  if (code === 12 || code === 13) return '16';
  if (code >= 21 && code <= 34) return '1';
  return code >= 84 && code <= 91 ? 'm1' : '';
}

/** Copies the operands of an instruction. `place` returns the new index of a function. */
function copyOperands(from, to, operands, place) {
  if (/^\d+$/.test(operands)) return to.put(from.take(Number(operands)));
  for (const operand of operands) {
    if (operand === 'i') to.number(from.number());
    else if (operand === 's') to.signed(from.signed());
    else if (operand === 'f') to.number(place(from.number()));
    else if (operand === '1') to.byte(from.byte());
    else if (operand === 'm') {
      to.number(from.number());
      to.number(from.number());
    } else {
      // A signed number of 64 bits, which the linker does not change.
      let byte;
      do to.byte((byte = from.byte()));
      while (byte & 128);
    }
  }
}

/** Returns the code of a function with the new indices of the functions it calls. */
function rewritten(body, place) {
  const from = new Reader(body);
  const to = new Writer();
  const locals = from.number();
  to.number(locals);
  for (let local = 0; local < locals; local += 1) {
    to.number(from.number());
    to.byte(from.byte());
  }
  while (from.at < from.end) {
    const code = from.byte();
    to.byte(code);
    if (code === 0x0e) {
      // A table of jumps.
      const targets = from.number();
      to.number(targets);
      for (let target = 0; target <= targets; target += 1) to.number(from.number());
    } else if (code === 0x1c) {
      const types = from.number();
      to.number(types);
      to.put(from.take(types));
    } else if (code === 0xfc || code === 0xfd) {
      const second = from.number();
      to.number(second);
      const operands = code === 0xfc ? BULK[second] : vectorOperands(second);
      if (operands === undefined) throw new Error(`unknown instruction 0xfc ${second}`);
      copyOperands(from, to, operands, place);
    } else {
      const operands = OPERANDS.get(code);
      if (operands === undefined) throw new Error(`unknown instruction 0x${code.toString(16)}`);
      copyOperands(from, to, operands, place);
    }
  }
  return to.done();
}

/** Returns the names of functions by index. */
function namesOf(content) {
  const names = new Map();
  const reader = new Reader(content);
  if (reader.text() !== 'name') return names;
  while (reader.at < reader.end) {
    const kind = reader.byte();
    const part = new Reader(reader.take(reader.number()));
    if (kind !== 1) continue;
    for (let count = part.number(); count > 0; count -= 1) names.set(part.number(), part.text());
  }
  return names;
}

/** Returns the number of imported functions. This module imports nothing else. */
function importsOf(content) {
  const reader = new Reader(content);
  const count = reader.number();
  for (let index = 0; index < count; index += 1) {
    reader.text();
    reader.text();
    if (reader.byte() !== 0) throw new Error('an import that is no function');
    reader.number();
  }
  return count;
}

/** Returns the items of a section whose items are numbers. */
function numbersOf(content) {
  const reader = new Reader(content);
  return Array.from({ length: reader.number() }, () => reader.number());
}

/** Returns the bodies of the functions. */
function bodiesOf(content) {
  const reader = new Reader(content);
  return Array.from({ length: reader.number() }, () => reader.take(reader.number()));
}

function exportsWith(content, place) {
  const [from, to] = [new Reader(content), new Writer()];
  const count = from.number();
  to.number(count);
  for (let index = 0; index < count; index += 1) {
    to.sized(from.take(from.number()));
    const kind = from.byte();
    to.byte(kind);
    const exported = from.number();
    to.number(kind === 0 ? place(exported) : exported);
  }
  return to.done();
}

/** The table of functions for indirect calls, from a constant offset. */
function elementsWith(content, place) {
  const [from, to] = [new Reader(content), new Writer()];
  const count = from.number();
  to.number(count);
  for (let index = 0; index < count; index += 1) {
    if (from.byte() !== 0 || from.byte() !== 0x41) throw new Error('an unknown kind of table');
    to.put([0, 0x41]);
    to.signed(from.signed());
    to.byte(from.byte());
    const functions = from.number();
    to.number(functions);
    for (let each = 0; each < functions; each += 1) to.number(place(from.number()));
  }
  return to.done();
}

/** Returns the module with similar functions beside each other. */
export function shrink(module, order = similarOrder) {
  const sections = [...new Reader(module).sections()];
  const find = (kind) => sections.find((section) => section.kind === kind)?.content ?? new Uint8Array([0]);
  const imports = importsOf(find(SECTION.import));
  const types = numbersOf(find(SECTION.function));
  const bodies = bodiesOf(find(SECTION.code));
  const names = new Map(sections.filter(({ kind }) => kind === SECTION.custom).flatMap(({ content }) => [...namesOf(content)]));
  // Compared without the indices, which change.
  const plain = bodies.map((body) => rewritten(body, () => 0));
  const chosen = order(plain, (index) => names.get(imports + index) ?? '');
  const places = new Uint32Array(bodies.length);
  chosen.forEach((index, place) => (places[index] = imports + place));
  const place = (index) => (index < imports ? index : places[index - imports]);

  const output = new Writer();
  output.put(module.subarray(0, 8));
  for (const { kind, content } of sections) {
    if (kind === SECTION.custom) continue;
    output.byte(kind);
    const section = new Writer();
    if (kind === SECTION.function || kind === SECTION.code) section.number(bodies.length);
    if (kind === SECTION.function) for (const index of chosen) section.number(types[index]);
    else if (kind === SECTION.code) for (const index of chosen) section.sized(rewritten(bodies[index], place));
    else if (kind === SECTION.export) section.put(exportsWith(content, place));
    else if (kind === SECTION.element) section.put(elementsWith(content, place));
    else if (kind === SECTION.start) section.number(place(new Reader(content).number()));
    else section.put(content);
    output.sized(section.done());
  }
  return output.done();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , from, to, order] = process.argv;
  writeFileSync(to, shrink(readFileSync(from), order === 'names' ? nameOrder : similarOrder));
}
