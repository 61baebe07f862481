/** What people say something is NOT; `login NOT working` must not hide what is about a login that is not working. */
const stated = new Set(
  `able active available bad blank broken building clear complete completely compiling connecting correct correctly
displaying done empty enabled enough equal exist existing exists fine firing fixed found fully getting going good
happening installing launching live loading log logging match matching missing moving necessary null ok okay open
opening optional passing persisting playing possible present printing public ready real really receiving rendering
replying required respond responding running safe same saving sending sent set showing starting stopping sure syncing
true understand understood up updating updated using valid visible waking work working works`.split(/\s+/u),
)
const participle = /[^e]ed$/u

/** Whether a word behind NOT rather finishes a statement in which NOT is stressed. */
export function isStated(word: string): boolean {
  const lower = word.toLowerCase()
  return stated.has(lower) || participle.test(lower)
}
