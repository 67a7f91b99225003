/** The ticks of an axis from 0: at most five round numbers. */
export const ticksOf = (max: number): readonly number[] => {
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, power * ([1, 2, 5].find((n) => n * power >= rough) ?? 10))
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, n) => n * step)
}
