// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { csv, saveAs, standalone } from '../src/lib/save';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a table is written with quotes where they are needed', () => {
  const rows = [
    ['player', 'nodes'],
    ['alphabeta:order=hash,tt=16', 12],
    ['he said "no"', null],
    ['two\nlines', undefined],
    ['plain', 0],
  ];
  expect(csv(rows)).toBe('player,nodes\n"alphabeta:order=hash,tt=16",12\n"he said ""no""",\n"two\nlines",\nplain,0\n');
});

test('a file is saved under its name and forgotten later', async () => {
  vi.useFakeTimers();
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:one';
  });
  const forgotten = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  saveAs('race.csv', 'a,b\n', 'text/csv');
  expect(clicked).toEqual(['race.csv blob:one']);
  expect([made[0]?.type, await made[0]?.text()]).toEqual(['text/csv', 'a,b\n']);
  expect(forgotten).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(forgotten).toHaveBeenCalledWith('blob:one');
});

test('an exported drawing has its size, its colour and a white background', () => {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  Object.defineProperty(drawing, 'viewBox', { value: { baseVal: { width: 300, height: 200 } } });
  drawing.append(document.createElementNS('http://www.w3.org/2000/svg', 'circle'));
  const text = standalone(drawing);
  expect(text).toMatch(/^<svg[^>]*width="300"[^>]*height="200"[^>]*color="#22281f"/);
  expect(text).toMatch(/<rect[^>]*fill="#fff"[^>]*>.*<circle/s);
  // The one on the screen is left as it was.
  expect(drawing.getAttribute('width')).toBeNull();
  expect(drawing.childElementCount).toBe(1);
});
