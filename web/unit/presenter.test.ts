import { describe, expect, test } from 'vitest';
import { treePage, treeSvg } from '../src/lib/numbers/export_tree';
import { actionOf, forwards } from '../src/lib/numbers/presenter';
import { moved, viewBox, WHOLE, zoomed } from '../src/lib/numbers/zoom';
import type { NumberTreeInfo } from '../src/protocol';

const step = (text: string, question: string | null = null) => ({ text, question, line: 0, cut: false, visited: 0, changes: [] });
const info: NumberTreeInfo = { size: [400, 200], parts: ['<g></g>'], steps: [step('one'), step('two', 'Which?')], value: 3, code: ['value(node):'] };

describe('a presentation', () => {
  test('goes on and back by the keys of a clicker, and a page without it scrolls', () => {
    for (const key of ['PageDown', ' ', 'ArrowRight']) expect(actionOf(key, true, false)).toBe('next');
    for (const key of ['PageUp', 'ArrowLeft']) expect(actionOf(key, true, false)).toBe('back');
    for (const key of ['PageDown', 'PageUp', ' ']) expect(actionOf(key, false, false)).toBeNull();
  });

  test('leaves Space to the button that has the focus', () => {
    expect(actionOf(' ', true, true)).toBeNull();
    expect(actionOf('PageDown', true, true)).toBe('next');
  });

  test('asks before a step that answers a question', () => {
    const places = [{ count: 0, asked: false }];
    while (places.length < 4) places.push(forwards(info, places.at(-1)!, true));
    expect(places.map(({ count, asked }) => `${count}${asked ? '?' : ''}`)).toEqual(['0', '1', '1?', '2']);
    expect(forwards(info, { count: 1, asked: false }, false)).toEqual({ count: 2, asked: false });
    expect(forwards(info, { count: 2, asked: false }, true)).toEqual({ count: 2, asked: false });
  });
});

describe('the zoom', () => {
  test('keeps the point under the pointer and stays inside the drawing', () => {
    const twice = zoomed(WHOLE, 2, [1, 1]);
    expect(viewBox([400, 200], twice)).toBe('200 100 200 100');
    expect(viewBox([400, 200], moved(twice, 1, 1))).toBe('200 100 200 100');
    expect(viewBox([400, 200], moved(twice, -0.5, -9))).toBe('100 0 200 100');
    expect(zoomed(twice, 0.1)).toEqual(WHOLE);
  });
});

describe('an exported tree', () => {
  test('is a picture that is never wider than its page', () => {
    expect(treeSvg(info, 1)).toMatch(/^<svg [^>]*viewBox="0 0 400 200" style="max-width:100%;height:auto"/);
  });
  test('is a page that is not broken by its texts', () => {
    const page = treePage({ ...info, steps: [step('</script><b>')] }, 'a <b>');
    expect(page.match(/<\/script>/g)).toHaveLength(1);
    expect(page).toContain('<title>a &lt;b></title>');
  });
});
