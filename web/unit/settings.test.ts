import { describe, expect, test } from 'vitest';
import { hasWord, ownValue, toggleWord, valueOf, withValue, wordsOf, type Setting } from '../src/lib/settings';
import { parseSpec, writeSpec } from '../src/lib/spec';
import { aChoice, aList, aNumber, aSwitch, EVERY, WORDS } from './players';

const now = (text: string, setting: Setting) => valueOf(parseSpec(text), setting);
const set = (text: string, setting: Setting, value: string | null) => writeSpec(withValue(parseSpec(text), setting, value));
const toggled = (text: string, setting: Setting, word: string) => writeSpec(toggleWord(parseSpec(text), setting, word));

describe('what a setting is', () => {
  test('the value is that of the spec, else the default', () => {
    expect(now('classic', aNumber('tt', '16'))).toBe('16');
    expect(now('classic:tt=0', aNumber('tt', '16'))).toBe('0');
    expect(now('classic', aNumber('nodes', null))).toBeNull();
    expect(now('classic', aSwitch('null', 'on'))).toBe('on');
    expect(now('classic:null=off', aSwitch('null', 'on'))).toBe('off');
    expect(now('alphabeta:null', aSwitch('null', 'off'))).toBe('on');
  });

  test('a switch with only a verbal default counts as off', () => {
    expect(now('classic', aSwitch('null'))).toBe('off');
    expect(now('classic', aNumber('tt'))).toBeNull();
  });

  test('only a value other than the default is an own value', () => {
    const own = (text: string, setting: Setting) => ownValue(parseSpec(text), setting);
    expect(own('classic', aNumber('tt', '16'))).toBeNull();
    expect(own('classic:tt=16', aNumber('tt', '16'))).toBeNull();
    expect(own('classic:tt=32', aNumber('tt', '16'))).toBe('32');
    expect(own('classic:null', aSwitch('null', 'on'))).toBeNull();
    expect(own('classic:null', aSwitch('null', 'off'))).toBe('on');
    expect(own('classic:null=off', aSwitch('null'))).toBe('off');
  });
});

describe('a setting that is changed', () => {
  test('is not written where it equals the default', () => {
    expect(set('classic:tt=32', aNumber('tt', '16'), '16')).toBe('classic');
    expect(set('classic:null=off', aSwitch('null', 'on'), 'on')).toBe('classic');
    expect(set('alphabeta:null', aSwitch('null', 'off'), 'off')).toBe('alphabeta');
    expect(set('alphabeta:replace=depth', aChoice('replace', ['bucket', 'depth'], 'bucket'), 'bucket')).toBe('alphabeta');
    expect(set('classic:order=hash', aList('order', WORDS, EVERY), EVERY)).toBe('classic');
  });

  test('is written where it differs', () => {
    expect(set('classic', aNumber('tt', '16'), '32')).toBe('classic:tt=32');
    expect(set('classic', aNumber('nodes', null), '1000')).toBe('classic:nodes=1000');
    expect(set('classic', aSwitch('null', 'on'), 'off')).toBe('classic:null=off');
    expect(set('alphabeta', aSwitch('null', 'off'), 'on')).toBe('alphabeta:null');
  });

  test('is always written where the default is only verbal', () => {
    expect(set('classic', aSwitch('null'), 'off')).toBe('classic:null=off');
    expect(set('classic', aSwitch('id', null), 'off')).toBe('classic:id=off');
  });

  test('goes back to the default', () => {
    expect(set('classic:depth=3,tt=32', aNumber('tt', '16'), null)).toBe('classic:depth=3');
  });
});

describe('a list', () => {
  const full = aList('order', WORDS, EVERY);
  const empty = aList('order', WORDS, 'generator');

  test('has the words of the default until it is written', () => {
    expect(wordsOf(parseSpec('classic'), full)).toEqual(EVERY.split('+'));
    expect(wordsOf(parseSpec('classic:order=hash'), full)).toEqual(['hash']);
    expect(wordsOf(parseSpec('alphabeta'), empty)).toEqual([]);
    expect(hasWord(parseSpec('classic'), full, 'killers')).toBe(true);
    expect(hasWord(parseSpec('alphabeta'), empty, 'generator')).toBe(true);
    expect(hasWord(parseSpec('alphabeta:order=hash'), empty, 'generator')).toBe(false);
  });

  test('loses one word and keeps the others', () => {
    expect(toggled('classic', full, 'mvvlva')).toBe('classic:order=hash+pv+killers+countermove+history');
  });

  test('inserts a word in order, and does not write the default', () => {
    expect(toggled('classic:order=hash+pv+killers+countermove+history', full, 'mvvlva')).toBe('classic');
    expect(toggled('alphabeta:order=killers', empty, 'hash')).toBe('alphabeta:order=hash+killers');
    expect(toggled('alphabeta', empty, 'mvvlva')).toBe('alphabeta:order=mvvlva');
  });

  test('keeps a written order', () => {
    expect(toggled('alphabeta:order=history+killers', empty, 'replies')).toBe('alphabeta:order=history+killers+replies');
  });

  test('without a fixed order gets words in the order chosen', () => {
    expect(toggled('engine:off=lmr', aList('off', ['history', 'lmr'], null), 'history')).toBe('engine:off=lmr+history');
  });

  test('that is empty is written as its own word, unless it is the default', () => {
    expect(toggled('classic:order=hash', full, 'hash')).toBe('classic:order=generator');
    expect(toggled('classic', full, 'generator')).toBe('classic:order=generator');
    expect(toggled('classic:order=generator', full, 'hash')).toBe('classic:order=hash');
    expect(toggled('alphabeta:order=hash', empty, 'hash')).toBe('alphabeta');
    expect(toggled('alphabeta:order=hash', aList('order', WORDS), 'hash')).toBe('alphabeta');
  });

  test('keeps its last word where no word means empty', () => {
    expect(toggled('engine:only=lmr', aList('only', ['lmr', 'null'], 'lmr+null'), 'lmr')).toBe('engine:only=lmr');
    expect(toggled('engine:off=lmr', aList('off', ['lmr', 'null'], null), 'lmr')).toBe('engine');
  });
});
