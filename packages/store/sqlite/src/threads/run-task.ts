import type { NearContext, NearFunction, NearTask, Store } from '@recallite/store'
import { noSuchTask } from './thread-errors.js'

/**
 * Runs an exported function.
 * @throws StoreError `STORE_UNAVAILABLE` where there is none; else rejects as the import and the function do
 */
export async function runTask(
  store: Store,
  { task, input }: { task: NearTask; input: unknown },
  context: NearContext,
): Promise<unknown> {
  const exported: unknown = await import(task.module)
  const run = Object.entries(Object(exported)).find(([name]) => name === task.name)?.[1]
  if (!isTask(run)) throw noSuchTask(task.module, task.name)
  return run(store, input, context)
}

function isTask(value: unknown): value is NearFunction {
  return typeof value === 'function'
}
