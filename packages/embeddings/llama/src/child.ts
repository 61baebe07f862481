import { type LoadedModel, loadModel } from './child/load-model.js'
import { explain } from './child/refusal.js'
import type { ChildMessage, EmbedMessage, LoadMessage, ParentMessage, RankMessage } from './protocol.js'

/*
 * The program that holds the model. It ends with the channel to its parent, and ignores keyboard interrupts, since the
 * parent may have work to finish. It kills itself: it has nothing to save, and an orderly exit would run destructors of
 * native code, possibly during a computation.
 */

let loaded: Promise<LoadedModel> | undefined

async function load(message: LoadMessage): Promise<ChildMessage> {
  try {
    loaded = loadModel(message)
    const { name, dimensions } = await loaded
    return { type: 'ready', name, dimensions }
  } catch (error) {
    return { type: 'failed', ...explain(error) }
  }
}

async function compute(message: EmbedMessage | RankMessage): Promise<ChildMessage> {
  const { id, text } = message
  const query = message.type === 'rank' ? message.query : ''
  try {
    const model = await loaded
    if (model === undefined) return { type: 'refused', id, reason: 'no model is loaded' }
    return { type: 'vector', id, vector: await model.compute(text, query) }
  } catch (error) {
    return { type: 'refused', id, reason: explain(error).reason }
  }
}

process.on('message', (message: ParentMessage) => {
  const answer = message.type === 'load' ? load(message) : compute(message)
  void answer.then((sent) => process.send?.(sent))
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('SIGINT', () => {})
