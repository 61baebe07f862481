import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contentsOf, openRecordMemory, start } from './__fixtures__/open-record-memory.js'

const minute = 60_000

/** A step of a history: minutes pass, then something happens to one of the records so far. */
const step = fc.record({
  minutes: fc.integer({ min: 0, max: 3 }),
  what: fc.constantFrom('remember', 'remember', 'expiring', 'supersede', 'forget'),
  which: fc.nat(20),
})

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** What a replay of the history knows about a record. */
interface Remembered {
  readonly id: string
  readonly content: string
  readonly from: number
  readonly expires: number
  superseded: number
  isForgotten: boolean
}

type OpenMemory = Awaited<ReturnType<typeof openRecordMemory>>

async function play(history: readonly Step[], { memory, clock }: OpenMemory) {
  const replay: Remembered[] = []
  for (const { minutes, what, which } of history) {
    clock.time += minutes * minute
    const [from, content] = [clock.time, `Step ${replay.length} of the walk.`]
    const old = chooseOld(replay, what, { from, which })
    const expires = what === 'expiring' ? from + ((which % 5) + 1) * minute : Infinity
    const fields = { session: 'walk', expiresAt: what === 'expiring' ? expires : undefined }
    if (what === 'forget') {
      if (old) await memory.forget(old.id)
      if (old) old.isForgotten = true
    } else {
      const { record } = old
        ? await memory.supersede(old.id, content, fields)
        : await memory.remember(content, { ...fields, allowDuplicate: true })
      if (old) old.superseded = from
      replay.push({ id: record.id, content, from, expires, superseded: Infinity, isForgotten: false })
    }
  }
  return replay
}

/** The record that a step forgets or supersedes, if there is one. */
function chooseOld(
  replay: readonly Remembered[],
  what: string,
  { from, which }: { readonly from: number; readonly which: number },
): Remembered | undefined {
  if (what !== 'forget' && what !== 'supersede') return undefined
  const live = replay.filter((each) => !each.isForgotten && each.expires > from)
  const old = live.filter(({ superseded }) => what === 'forget' || superseded === Infinity)
  return old[which % Math.max(1, old.length)]
}

it('a recall as of a date returns what a replay of the history had then', async () => {
  const histories = fc.array(step, { minLength: 4, maxLength: 16 })
  const dates = fc.array(fc.integer({ min: -1, max: 40 }), { minLength: 3, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(histories, dates, fc.boolean(), async (history, minutes, isReopened) => {
      const opened = await openRecordMemory()
      const replay = await play(history, opened)
      const memory = isReopened ? (await opened.open()).memory : opened.memory
      for (const after of minutes) {
        const asOf = start + after * minute
        const expected = replay
          .filter((each) => !each.isForgotten && each.from <= asOf && asOf < each.superseded)
          .filter(({ expires }) => asOf < expires)
          .map(({ content }) => content)
          .toSorted()
        const listed = await memory.recall('', { session: 'walk', asOf, limit: 100 })
        expect(contentsOf(listed).toSorted()).toEqual(expected)
        const found = await memory.recall('walk', { asOf, limit: 100, threshold: 0 })
        expect(contentsOf(found).toSorted()).toEqual(expected)
      }
      await memory.close()
    }),
    { numRuns: Number(process.env['RECALLITE_HISTORIES'] ?? 25) },
  )
}, 120_000)
