import type { Case } from './queries/generate-case.ts'

/** More tries make little smaller. */
const mostTries = 3000

/** Ways to make a text smaller, the boldest first: each stretch of half, a quarter … of it left out. */
function* smallerTexts(text: string) {
  for (let length = Math.ceil(text.length / 2); length > 0; length = length > 1 ? Math.ceil(length / 2) : 0) {
    for (let at = 0; at < text.length; at += length) yield text.slice(0, at) + text.slice(at + length)
  }
}

function* smallerLists(list: readonly string[]): Generator<string[]> {
  for (const index of list.keys()) yield list.toSpliced(index, 1)
  for (const [index, text] of list.entries()) {
    for (const smaller of smallerTexts(text)) yield list.with(index, smaller)
  }
}

function* smallerCases({ query, options }: Case): Generator<Case> {
  const entries = Object.entries(options)
  for (const index of entries.keys())
    yield { query, options: Object.fromEntries(entries.toSpliced(index, 1)) }
  for (const smaller of smallerTexts(query)) yield { query: smaller, options }
  for (const [index, [key, value]] of entries.entries()) {
    if (typeof value === 'number') continue
    for (const smaller of Array.isArray(value) ? smallerLists(value) : smallerTexts(String(value))) {
      yield { query, options: Object.fromEntries(entries.with(index, [key, smaller])) }
    }
  }
}

/** Leaves out of a case whatever it fails without. */
export async function shrink(wanted: Case, fails: (smaller: Case) => Promise<boolean>): Promise<Case> {
  let smallest = wanted
  let tries = 0
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (const smaller of smallerCases(smallest)) {
      if (++tries > mostTries) return smallest
      if (!(await fails(smaller))) continue
      smallest = smaller
      isSmaller = true
      break
    }
  }
  return smallest
}
