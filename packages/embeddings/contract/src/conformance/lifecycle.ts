import assert from 'node:assert/strict'
import type { EmbeddingModel } from '../embedding-model.js'
import { EmbeddingError } from '../errors.js'
import { type Check, embedDocuments } from './check.js'

const texts = ['The first of two texts.', 'The second of two texts.']

async function assertRejectsWith(answer: Promise<unknown>, reason: unknown): Promise<void> {
  const outcome = await answer.then(
    () => 'it was answered',
    (error: unknown) => error,
  )
  assert.equal(outcome, reason, 'an aborted call must reject with the reason of its signal')
}

const obeysAbortBefore: Check = {
  name: 'rejects with the reason of an aborted signal',
  async holds(model) {
    const reason = new RangeError('aborted before')
    const signal = AbortSignal.abort(reason)
    await assertRejectsWith(model.embed({ texts, role: 'document', signal }), reason)
    await embedDocuments(model, texts)
  },
}

const obeysAbortDuring: Check = {
  name: 'rejects with the reason of a signal that aborts during the call, and works afterwards',
  async holds(model) {
    const reason = new RangeError('aborted while running')
    const controller = new AbortController()
    const answer = model.embed({ texts, role: 'document', signal: controller.signal })
    controller.abort(reason)
    await assertRejectsWith(answer, reason)
    await embedDocuments(model, texts)
  },
}

const endsOnce: Check = {
  name: 'can be disposed twice, and is unavailable afterwards',
  async holds(model: EmbeddingModel) {
    if (model.dispose === undefined) return
    await model.dispose()
    await model.dispose()
    await assert.rejects(model.embed({ texts, role: 'document' }), (error: unknown) => {
      assert.ok(
        EmbeddingError.isInstance(error),
        `rejected with ${String(error)} instead of an EmbeddingError`,
      )
      assert.equal(error.code, 'EMBEDDING_MODEL_UNAVAILABLE')
      return true
    })
  },
}

/** Checks of aborted calls and disposed models. */
export const lifecycleChecks: readonly Check[] = [obeysAbortBefore, obeysAbortDuring, endsOnce]
