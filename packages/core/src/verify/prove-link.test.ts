import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { filledBy, linkOver, turned } from '../__fixtures__/filled-store.js'
import { testLink } from '../__fixtures__/test-memory.js'
import { proveLink } from './prove-link.js'

const { signal } = new AbortController()

describe('proving a link', () => {
  it('embeds one sentence, which the index knows if it has vectors of that model', async () => {
    const store = await filledBy('concepts')
    const spaces = await store.listSpaces()
    expect(await proveLink(linkOver('concepts').link, { spaces, signal })).toEqual({
      dimensions: 7,
      isKnown: true,
    })
    expect((await proveLink(linkOver('others').link, { spaces, signal })).isKnown).toBe(false)
    await store.close()
  })

  it('finds a model that has changed under its name', async () => {
    const store = await filledBy('concepts')
    const { model } = createConceptModel({ name: 'concepts' })
    const link = testLink(async () => turned(model))
    await expect(proveLink(link, { spaces: await store.listSpaces(), signal })).rejects.toThrow(
      /changed under the same name/,
    )
    await store.close()
  })

  it('frees the model whether or not it answers', async () => {
    const { model } = createConceptModel()
    let freed = 0
    const dispose = async () => void (freed += 1)
    await proveLink(
      testLink(async () => ({ ...model, dispose })),
      { spaces: [], signal },
    )
    const silent = { ...model, dispose, embed: () => Promise.reject(new Error('no')) }
    await expect(
      proveLink(
        testLink(async () => silent),
        { spaces: [], signal },
      ),
    ).rejects.toThrow('no')
    expect(freed).toBe(2)
  })

  it('waits no longer than it may, and frees a model that opens too late', async () => {
    const { model } = createConceptModel()
    let freed = 0
    const dispose = async () => void (freed += 1)
    let open = () => {}
    const opening = new Promise<typeof model>((resolve) => {
      open = () => resolve({ ...model, dispose })
    })
    const link = testLink(() => opening)
    await expect(proveLink(link, { spaces: [], signal: AbortSignal.timeout(5) })).rejects.toThrow(/timeout/)
    open()
    await sleep(0)
    expect(freed).toBe(1)
  })
})
