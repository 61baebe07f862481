/** The digits that round depths begin with: fewer where there would be too many depths. */
const leadingDigits: readonly (readonly number[])[] = [[1, 2, 3, 5], [1, 3], [1]]
const mostTicks = 9

/** From here on depths a hundredth apart are as many as anybody sees. */
const thinning = 1.01

function roundDepths(depth: number, digits: readonly number[]): number[] {
  const depths: number[] = []
  for (let power = 1; power <= depth; power *= 10) depths.push(...digits.map((digit) => digit * power))
  return depths.filter((each) => each <= depth)
}

/** The depths that are labelled; the last is always there, others where there is room beside it. */
export function depthTicks(depth: number): number[] {
  const choices = leadingDigits.map((digits) => roundDepths(depth / 1.4, digits))
  return [...(choices.find(({ length }) => length <= mostTicks) ?? choices.at(-1) ?? []), depth]
}

/**
 * Where a curve has points: at every depth up to 100, then where one is a hundredth deeper than the last, at round depths,
 * which may be labelled, and at the last: under a thousand for 60,000.
 */
export function curveDepths(depth: number): number[] {
  const depths = new Set([...leadingDigits.flatMap((digits) => roundDepths(depth, digits)), depth])
  for (let each = 1; each < depth; each = Math.max(each + 1, Math.floor(each * thinning))) depths.add(each)
  return [...depths].toSorted((a, b) => a - b)
}
