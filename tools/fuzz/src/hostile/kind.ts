import fc from 'fast-check'

/** A part of a case: the name of a generator, and the approximate size of its output. */
export type Piece = readonly [name: string, size: number]

/** Text or bytes, or a function that creates something at a path, which may change until it is stopped. */
export type Content = string | Uint8Array | ((path: string) => (() => void) | undefined)

/** Generators of hostile input of a kind, by name, for an approximate size. */
export type Makers = Readonly<Record<string, (size: number) => Content>>

/** The result and the cost of a case. */
export interface Outcome {
  readonly problems: readonly string[]
  readonly milliseconds: number
  readonly megabytes: number
}

/** The shared state of a kind's cases. */
export interface Bench {
  run(contents: readonly Content[]): Promise<Outcome>
  close(): unknown
}

/** A kind of hostile input: how to generate and judge it, and the limits of a case. */
export interface Kind {
  readonly name: string
  readonly makers: Makers
  /** Default: one to four generators with sizes. */
  readonly pieces?: fc.Arbitrary<readonly Piece[]>
  /** The maximum size, a power of two. */
  readonly largest: number
  readonly count: number
  readonly bound: Pick<Outcome, 'milliseconds' | 'megabytes'>
  open(kind: Kind, seed: number): Promise<Bench>
}

/** The results of a run: the maximum cost of a case, and the smallest case with a problem. */
export interface KindReport extends Outcome {
  readonly tried: number
  readonly smallest: readonly Piece[]
}

/** Runs cases of a kind until one has a problem, then minimises it. */
export async function runKind(
  kind: Kind,
  { seed, count, largest = kind.largest }: { seed: number; count: number; largest?: number | undefined },
): Promise<KindReport> {
  const size = fc.integer({ min: 0, max: Math.log2(largest) }).map((power) => 2 ** power)
  const piece = fc.tuple(fc.constantFrom(...Object.keys(kind.makers)), size)
  const pieces = kind.pieces ?? fc.array(piece, { minLength: 1, maxLength: 4 })
  let bench = await kind.open(kind, seed)
  const maximum = { milliseconds: 0, megabytes: 0 }
  const judge = async (parts: readonly Piece[]) => {
    const outcome = await bench.run(parts.map(([name, about]) => kind.makers[name]?.(about) ?? ''))
    const problems = [...outcome.problems]
    for (const measure of ['milliseconds', 'megabytes'] as const) {
      maximum[measure] = Math.max(maximum[measure], outcome[measure])
      const excess = `${outcome[measure]} ${measure}, more than ${kind.bound[measure]}`
      if (outcome[measure] > kind.bound[measure]) problems.push(excess)
    }
    if (problems.length === 0) return
    // A crashed server would also fail all smaller cases.
    await bench.close()
    bench = await kind.open(kind, seed)
    throw new Error(problems.join('; '))
  }
  try {
    const property = fc.asyncProperty(pieces, judge)
    const details = await fc.check(property, { seed, numRuns: count })
    const problems = details.failed ? [(details.errorInstance as Error).message] : []
    return { ...maximum, problems, tried: details.numRuns, smallest: details.counterexample?.[0] ?? [] }
  } finally {
    await bench.close()
  }
}

/** The cost of work in this process. */
export async function measured(work: () => Promise<readonly string[]>): Promise<Outcome> {
  const before = process.memoryUsage.rss()
  const started = performance.now()
  const problems = await work()
  const megabytes = Math.round(Math.max(0, process.memoryUsage.rss() - before) / 2 ** 20)
  return { problems, milliseconds: Math.round(performance.now() - started), megabytes }
}
