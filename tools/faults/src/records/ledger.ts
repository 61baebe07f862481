import type { Random } from '@recallite/test-kit/random'
import type { Run } from '../program.ts'
import type { CaseLog } from '../run-suite.ts'

/** A record as printed by `export`. */
export interface StoredRecord {
  readonly id: string
  readonly content: string
  readonly status?: 'superseded'
}

/** A command that changes records. */
export interface Operation {
  readonly args: readonly string[]
  /** The texts to store. */
  readonly adds: readonly string[]
  readonly forgets?: StoredRecord | undefined
  /** The record to replace. */
  readonly supersedes?: StoredRecord | undefined
}

/** A text with a unique word that no program splits or stems. */
export function makeText(random: Random): string {
  const letters = Array.from({ length: 12 }, () => random.pick([...'bcdfghjmpvwx']))
  return `The keeper of the harbour says zq${letters.join('')}k.`
}

/** The unique part of a text. */
export const wordOf = (text: string): string => text.split(' ').at(-1)?.slice(0, -1) ?? ''

/** Whether a command reported success: it succeeded, or printed its answer before the kill. */
export function isAcknowledged({ exitCode, stdout }: Run): boolean {
  return exitCode === 0 || /^\{\n {2}"(?:outcome|added|forgotten)":[^]*\n\}\n$/.test(stdout)
}

/** The records printed by a run of `export`. */
export function recordsIn({ stdout }: Run): StoredRecord[] {
  const lines = stdout.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'record')
}

/** Records requested commands and reported successes. */
export class Ledger {
  /** By text, whether it must exist. */
  readonly #texts: Map<string, boolean>
  /** By text, whether it must be gone. */
  readonly #forgotten: Map<string, boolean>
  readonly #successors = new Map<string, string>()

  constructor(there: readonly string[], forgotten: readonly string[]) {
    this.#texts = new Map(there.map((text) => [text, true]))
    this.#forgotten = new Map(forgotten.map((text) => [text, true]))
  }

  /** The texts that must exist. */
  get promised(): string[] {
    return [...this.#texts].flatMap(([text, isPromised]) => (isPromised ? [text] : []))
  }

  /** Removes known losses from the promises. */
  release(texts: readonly string[]): void {
    for (const text of texts) this.#texts.set(text, false)
  }

  note({ adds, forgets, supersedes }: Operation, isDone: boolean): void {
    for (const text of adds) this.#texts.set(text, isDone || this.#texts.get(text) === true)
    if (supersedes) this.#successors.set(supersedes.content, adds[0] ?? '')
    if (!forgets) return
    this.#texts.set(forgets.content, false)
    this.#forgotten.set(forgets.content, isDone)
  }

  /** Compares the records with the promises. Returns missing records, and forgotten texts that are gone. */
  compare(there: readonly StoredRecord[], log: CaseLog): { missing: string[]; gone: string[] } {
    const by = new Map<string, StoredRecord[]>(Map.groupBy(there, ({ content }) => content))
    const isSuperseded = (text: string) => by.get(text)?.[0]?.status === 'superseded'
    const wrong = {
      doubled: [...by].filter(([, some]) => some.length > 1),
      unknown: [...by].filter(([text]) => !this.#texts.has(text)),
      'forgotten and there': [...this.#forgotten].filter(([text, isGone]) => isGone && by.has(text)),
      'superseded by half': [...this.#successors].filter(
        ([old, next]) => by.has(old) && isSuperseded(old) !== by.has(next),
      ),
    }
    for (const [what, [first, ...others]] of Object.entries(wrong))
      if (first) log.lost.push(`${1 + others.length} records are ${what}, such as ${first[0]}`)
    const gone = [...this.#forgotten.keys()].filter((text) => !by.has(text))
    return { missing: this.promised.filter((text) => !by.has(text)), gone }
  }
}
