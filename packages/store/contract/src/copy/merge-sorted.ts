/** An item of two sorted lists: what each of them has under one key. */
export interface Pair<Item> {
  readonly left: Item | undefined
  readonly right: Item | undefined
}

/** Reads a list page by page: `read` gives the items behind one, and none at the end. */
export async function* eachOf<Item>(
  read: (after: Item | undefined) => Promise<readonly Item[]>,
): AsyncGenerator<Item, undefined> {
  for (let after: Item | undefined; ;) {
    const page = await read(after)
    yield* page
    after = page.at(-1)
    if (after === undefined) return undefined
  }
}

/** Goes through two lists at once whose keys are in the order of code points. */
export async function* mergeSorted<Item>(
  left: AsyncGenerator<Item, undefined>,
  right: AsyncGenerator<Item, undefined>,
  keyOf: (item: Item) => string,
): AsyncGenerator<Pair<Item>, void> {
  const next = async (list: typeof left) => (await list.next()).value
  let [one, two] = [await next(left), await next(right)]
  while (one !== undefined || two !== undefined) {
    const order = orderOf(one && keyOf(one), two && keyOf(two))
    yield { left: order <= 0 ? one : undefined, right: order >= 0 ? two : undefined }
    if (order <= 0) one = await next(left)
    if (order >= 0) two = await next(right)
  }
}

/** Below 0 if the left key comes first. A key that is missing comes last. */
function orderOf(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined)
  return compareCodePoints(left, right)
}

const surrogates = { first: 0xd8_00, afterLast: 0xe0_00 }

/** The units of UTF-16 are in another order than code points only where one of the two is a half of a pair. */
function compareCodePoints(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length)
  for (let index = 0; index < shorter; index += 1) {
    const [one, two] = [left.charCodeAt(index), right.charCodeAt(index)]
    if (one !== two) return rankOf(one) - rankOf(two)
  }
  return left.length - right.length
}

function rankOf(unit: number): number {
  const isHalf = unit >= surrogates.first && unit < surrogates.afterLast
  return isHalf ? unit + 0x1_00_00 : unit
}
