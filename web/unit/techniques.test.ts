import { describe, expect, test } from 'vitest';
import { toggles } from '../src/lib/race/techniques';
import { aList, aNumber, aSwitch, EVERY, serverWith, WORDS } from './players';

const hello = serverWith({
  alphabeta: [aNumber('depth', null), aSwitch('quiesce', 'off'), aNumber('tt', '0'), aList('order', WORDS, 'generator')],
  classic: [aNumber('depth', null), aSwitch('quiesce', 'on'), aSwitch('id', null), aNumber('tt', '16'), aList('order', WORDS, EVERY)],
  mtdf: [aNumber('tt', '16')],
});

/** The chips of a player as they are read: "+ hash alphabeta:order=hash". */
const chips = (spec: string, from = hello) => toggles(from, spec).map((toggle) => `${toggle.on ? '−' : '+'} ${toggle.name} ${toggle.spec}`);

describe('the chips', () => {
  test('of a plain player add', () => {
    expect(chips('alphabeta')).toEqual([
      '+ quiesce alphabeta:quiesce',
      '+ table alphabeta:tt=16',
      '+ hash alphabeta:order=hash',
      '+ mvvlva alphabeta:order=mvvlva',
      '+ killers alphabeta:order=killers',
      '+ history alphabeta:order=history',
    ]);
  });

  test('of a full player remove one technique', () => {
    expect(chips('classic')).toEqual([
      '− quiesce classic:quiesce=off',
      '+ id classic:id',
      '− table classic:tt=0',
      '− hash classic:order=pv+mvvlva+killers+countermove+history',
      '− mvvlva classic:order=hash+pv+killers+countermove+history',
      '− killers classic:order=hash+pv+mvvlva+countermove+history',
      '− history classic:order=hash+pv+mvvlva+killers+countermove',
      '− pv classic:order=hash+mvvlva+killers+countermove+history',
      '− countermove classic:order=hash+pv+mvvlva+killers+history',
    ]);
  });

  test.each([
    ['classic:quiesce=off', 'quiesce'],
    ['classic:tt=0', 'table'],
    ['classic:order=hash+pv+killers+countermove+history', 'mvvlva'],
    ['alphabeta:quiesce', 'quiesce'],
    ['alphabeta:tt=16', 'table'],
    ['alphabeta:order=mvvlva', 'mvvlva'],
  ])('lead back: %s without its difference is the bare player', (spec, name) => {
    expect(toggles(hello, spec).find((toggle) => toggle.name === name)?.spec).toBe(spec.split(':')[0]);
  });

  test('keep the other settings', () => {
    expect(chips('classic:depth=3,tt=64,eval=material')).toContain('− table classic:depth=3,tt=0,eval=material');
  });

  test('offer no table switch where the table is required, and nothing for an unknown player', () => {
    expect(chips('mtdf')).toEqual([]);
    expect(chips('human')).toEqual([]);
  });

  test('with verbal defaults only add to the written value', () => {
    const words = serverWith({ alphabeta: [aSwitch('quiesce'), aNumber('tt'), aList('order', WORDS)] });
    expect(chips('alphabeta:quiesce,order=hash', words)).toEqual([
      '− quiesce alphabeta:order=hash',
      '+ table alphabeta:quiesce,order=hash,tt=16',
      '− hash alphabeta:quiesce',
      '+ mvvlva alphabeta:quiesce,order=hash+mvvlva',
      '+ killers alphabeta:quiesce,order=hash+killers',
      '+ history alphabeta:quiesce,order=hash+history',
    ]);
  });
});

describe("the engine's techniques", () => {
  test('are all on, and are switched off by name', () => {
    expect(chips('engine')).toEqual(['− lmr engine:off=lmr', '− null engine:off=null', '− see engine:off=see']);
    expect(chips('engine:off=lmr')).toEqual(['+ lmr engine', '− null engine:off=lmr+null', '− see engine:off=lmr+see']);
    expect(toggles(hello, 'engine')[0]?.about).toBe('about lmr');
  });

  test('are only those that are named, and the last one stays', () => {
    expect(chips('engine:only=lmr')).toEqual(['− lmr engine:only=lmr', '+ null engine:only=lmr+null', '+ see engine:only=lmr+see']);
  });
});
