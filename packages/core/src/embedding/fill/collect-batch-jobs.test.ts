import { EmbeddingError } from '@recallite/embeddings'
import { describe, expect, it } from 'vitest'
import { createProvider, type ProviderFaults, waitingStore } from './__fixtures__/batch-provider.js'

const notes = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}.md`, `Note ${n} about the car.`]))

const busy = () => new EmbeddingError('EMBEDDING_REQUEST_FAILED', 'it is busy', { isRetryable: true })

const refused = () => new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'the key is refused')

/** A store with jobs of two notes each, submitted by a run that then stopped, and a function for a later run. */
async function submittedJobs(faults: ProviderFaults) {
  const waiting = await waitingStore(notes)
  const provider = createProvider({ maxTexts: 2, ...faults })
  const stop = () => Promise.reject(new RangeError('stopped'))
  await expect(waiting.fill(provider, { concurrency: 3, sleep: stop })).rejects.toThrow('stopped')
  expect(await waiting.remembered()).toEqual(['job-0', 'job-1', 'job-2'])
  return { ...waiting, provider }
}

/** Throws at every call about one job. */
function failAt(job: string, failure: () => EmbeddingError) {
  return (id: string) => {
    if (id === job) throw failure()
  }
}

describe('checking jobs', () => {
  it.each([
    ['cannot be checked', { onCheck: failAt('job-0', refused) }],
    ['cannot be fetched', { onCollect: failAt('job-0', refused) }],
  ])('fetches the jobs after one that %s', async (_, faults) => {
    const { fill, provider, remembered } = await submittedJobs(faults)
    const report = await fill(provider)
    expect([report.embedded, report.givenUp]).toEqual([4, 'the key is refused'])
    expect(await remembered()).toEqual(['job-0'])
    expect(provider.jobs.size).toBe(3)
  })

  it('reports the first of several failures', async () => {
    const onCheck = (id: string) => {
      throw new EmbeddingError('EMBEDDING_RESPONSE_INVALID', `nonsense about ${id}`)
    }
    const { fill, provider, waits } = await submittedJobs({ onCheck })
    expect(await fill(provider)).toMatchObject({ embedded: 0, givenUp: 'nonsense about job-0' })
    expect(waits).toEqual([])
  })

  it.each([
    [
      'does not know',
      { onCheck: failAt('job-1', () => new EmbeddingError('EMBEDDING_REQUEST_INVALID', 'gone')) },
    ],
    [
      'has no results of',
      { onCollect: failAt('job-1', () => new EmbeddingError('EMBEDDING_REQUEST_INVALID', 'gone')) },
    ],
  ])(
    'forgets a job that the provider %s at once, and submits its texts in the next run',
    async (_, faults) => {
      const { fill, provider, remembered } = await submittedJobs(faults)
      const lost = await fill(provider)
      expect([lost.embedded, lost.givenUp]).toEqual([
        4,
        expect.stringMatching(/job-1 is lost, the next run .*: gone/),
      ])
      expect(await remembered()).toEqual([])
      expect(provider.jobs.size).toBe(3)
      expect(await fill(provider)).toMatchObject({ embedded: 2, givenUp: null })
      expect(provider.jobs.get('job-3')?.texts).toEqual(provider.jobs.get('job-1')?.texts)
    },
  )

  it('continues after temporary failures', async () => {
    let left = 7
    const onCheck = (id: string) => {
      if (id === 'job-0' && left-- > 0) throw busy()
    }
    const { fill, provider } = await submittedJobs({ onCheck })
    expect(await fill(provider)).toMatchObject({ embedded: 6, givenUp: null })
  })

  it('gives up on a job after eight failures in a row, and leaves it to the next run', async () => {
    const { fill, provider, remembered } = await submittedJobs({ onCheck: failAt('job-0', busy) })
    expect(await fill(provider)).toMatchObject({ embedded: 4, givenUp: 'it is busy' })
    expect(provider.calls.filter((each) => each === 'check job-0')).toHaveLength(8)
    expect(await remembered()).toEqual(['job-0'])
  })
})
