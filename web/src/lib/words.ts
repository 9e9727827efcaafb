// Numbers and moves as text, the same on every page.

const PIECES: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

/** Returns a move as it is read aloud: "Nxf3+" is "knight takes f3, check". */
export function spoken(san: string): string {
  if (san.startsWith('O-O-O')) return `castles long${ending(san)}`;
  if (san.startsWith('O-O')) return `castles short${ending(san)}`;
  if (san === 'pass') return 'passes';
  const piece = PIECES[san[0] ?? ''];
  const rest = (piece ? san.slice(1) : san).replace(/[+#]/g, '').replace('x', ' takes ');
  const promoted = rest.replace(/=([QRBN])/, (_, letter: string) => `, becomes a ${PIECES[letter]}`);
  return `${piece ? `${piece} ` : ''}${promoted}${ending(san)}`.replace(/\s+/g, ' ').trim();
}

function ending(san: string): string {
  if (san.endsWith('#')) return ', mate';
  return san.endsWith('+') ? ', check' : '';
}

export const pieceWord = (letter: string): string => PIECES[letter.toUpperCase()] ?? letter;

/** 1,234,567 */
export const grouped = (n: number): string => Math.round(n).toLocaleString('en-US');

/** 1.2 M: at most three digits. */
export function short(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(n >= 1e7 ? 0 : 1)} M`;
  if (n >= 1e4) return `${(n / 1e3).toFixed(0)} k`;
  return grouped(n);
}

/** A duration with its unit. */
export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${ms.toFixed(0)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`;
}

/** A clock: 4:59, with tenths below ten seconds. */
export function clock(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A signed number with a real minus sign. */
export function signed(n: number, digits = 2): string {
  const text = Math.abs(n).toFixed(digits);
  if (Number(text) === 0) return text;
  return n > 0 ? `+${text}` : `−${text}`;
}

/** A score with a real minus sign. */
export const scoreText = (score: string): string => score.replace('-', '−');

/** A probability in percent; near 0 and 1 as a bound. */
export function chanceText(chance: number): string {
  if (chance > 0.999) return '> 99.9%';
  return chance < 0.001 ? '< 0.1%' : `${(100 * chance).toFixed(1)}%`;
}

/** A result: a draw is ½–½. */
export const resultText = (result: string): string => result.replace('1/2-1/2', '½–½');
