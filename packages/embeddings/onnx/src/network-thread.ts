import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '@recallite/embeddings/process'
import type { Network, NetworkFile } from './network.js'

/** A vector or a logit, or why there is none. The first answer states whether the network was opened. */
export type ThreadAnswer =
  | { readonly vector: Float32Array }
  | { readonly reason: string; readonly remedy: string | undefined }

/** Opens a network in a separate thread, since ONNX Runtime computes on the calling thread. Rejects with a `Refusal`. */
export async function openInThread(file: NetworkFile): Promise<Network> {
  const thread = new Worker(new URL('./thread.js', import.meta.url), { workerData: file })
  const answer = async () => {
    const [answered] = (await once(thread, 'message')) as [ThreadAnswer]
    if ('vector' in answered) return answered.vector
    throw new Refusal(answered.reason, { remedy: answered.remedy })
  }
  await answer()
  return {
    compute(tokens) {
      const answered = answer()
      thread.postMessage(tokens, [])
      return answered
    },
  }
}
