import type { NearOptions, NearTask } from '@recallite/store'
import { carryError } from './carried-error.js'
import type { Thread } from './start-thread.js'

/**
 * Runs a task in a thread. It ends when the function there has ended, so that nothing of it goes on afterwards; once
 * aborted it then rejects with the signal's reason, whatever the function did. A listener that throws ends it as well.
 */
export async function askNear(
  thread: Thread,
  { task, input }: { task: NearTask; input: unknown },
  { onNews, signal }: NearOptions,
): Promise<unknown> {
  signal?.throwIfAborted()
  const failed = new AbortController()
  const ended = AbortSignal.any(signal === undefined ? [failed.signal] : [failed.signal, signal])
  const hear = (news: unknown) => {
    try {
      onNews?.(news)
    } catch (error) {
      failed.abort(error)
    }
  }
  const { number, answer } = thread.ask({ type: 'near', task, input }, hear)
  const abort = () => thread.abort(number, carryError(ended.reason))
  ended.addEventListener('abort', abort, { once: true })
  const outcome = await Promise.allSettled([answer])
  ended.removeEventListener('abort', abort)
  ended.throwIfAborted()
  if (outcome[0].status === 'rejected') throw outcome[0].reason
  return outcome[0].value
}
