// The part of a drawing that is shown: zoomed around a point, and moved.

export interface Zoom {
  /** 1 shows the whole drawing. */
  scale: number;
  /** The left upper corner, as fractions of the drawing. */
  x: number;
  y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MOST = 12;

/** Keeps the part inside the drawing. */
function inside({ scale, x, y }: Zoom): Zoom {
  const most = 1 - 1 / scale;
  const clamp = (value: number) => Math.max(0, Math.min(most, value));
  return { scale, x: clamp(x), y: clamp(y) };
}

/** Zooms by a factor. The point at the fractions `at` of the part shown stays where it is. */
export function zoomed({ scale, x, y }: Zoom, factor: number, at: [number, number] = [0.5, 0.5]): Zoom {
  const next = Math.max(1, Math.min(MOST, scale * factor));
  return inside({ scale: next, x: x + at[0] * (1 / scale - 1 / next), y: y + at[1] * (1 / scale - 1 / next) });
}

/** Moves the part by fractions of the part shown. */
export const moved = ({ scale, x, y }: Zoom, dx: number, dy: number): Zoom => inside({ scale, x: x + dx / scale, y: y + dy / scale });

/** Returns the `viewBox` of a drawing of this size. */
export function viewBox([width, height]: [number, number], { scale, x, y }: Zoom): string {
  return [x * width, y * height, width / scale, height / scale].map((value) => Number(value.toFixed(2))).join(' ');
}
