import { describe, expect, test } from 'vitest';
import { getSetting, parseSpec, withSetting, writeSpec } from '../src/lib/spec';

describe('a spec', () => {
  test('is parsed', () => {
    expect(parseSpec('random')).toEqual({ name: 'random', settings: [] });
    expect(parseSpec('alphabeta:depth=3,order=hash+mvvlva,id')).toEqual({
      name: 'alphabeta',
      settings: [
        ['depth', '3'],
        ['order', 'hash+mvvlva'],
        ['id', null],
      ],
    });
  });

  test('is read with white space and empty parts', () => {
    expect(parseSpec(' pvs : depth = 2 ,, id ,')).toEqual({
      name: 'pvs',
      settings: [
        ['depth', '2'],
        ['id', null],
      ],
    });
    expect(parseSpec('pvs:')).toEqual({ name: 'pvs', settings: [] });
    const program = 'uci:/opt/a,,b/engine,option.Hash=16';
    expect(parseSpec(program)).toEqual({ name: program, settings: [] });
    expect(writeSpec(parseSpec(program))).toBe(program);
  });

  test('keeps colons and equals signs of a value', () => {
    expect(parseSpec('report-book:book=C:=x').settings).toEqual([['book', 'C:=x']]);
  });

  test.each(['random', 'alphabeta:depth=3', 'alphabeta:order=hash+mvvlva,tt=16,id', 'engine:off=lmr+null'])('is written as it was: %s', (text) => {
    expect(writeSpec(parseSpec(text))).toBe(text);
  });

  test('distinguishes a missing setting from one without a value', () => {
    const spec = parseSpec('alphabeta:id,tt=0');
    expect(getSetting(spec, 'id')).toBeNull();
    expect(getSetting(spec, 'tt')).toBe('0');
    expect(getSetting(spec, 'depth')).toBeUndefined();
  });

  test('is changed at the place of the setting', () => {
    const spec = parseSpec('alphabeta:depth=3,id,tt=16');
    expect(writeSpec(withSetting(spec, 'id', 'off'))).toBe('alphabeta:depth=3,id=off,tt=16');
    expect(writeSpec(withSetting(spec, 'seed', '1'))).toBe('alphabeta:depth=3,id,tt=16,seed=1');
    expect(writeSpec(withSetting(spec, 'depth', undefined))).toBe('alphabeta:id,tt=16');
    expect(writeSpec(withSetting(spec, 'null', null))).toBe('alphabeta:depth=3,id,tt=16,null');
    expect(writeSpec(spec)).toBe('alphabeta:depth=3,id,tt=16');
  });
});
