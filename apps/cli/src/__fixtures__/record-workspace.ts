import { expect } from 'vitest'
import { cliWorkspace } from './run-cli.js'
import { schemaErrors } from './schema.js'

/** The fields of `recall --json` that tests use. */
export interface Recalled {
  readonly results: readonly {
    readonly record: {
      readonly id: string
      readonly content: string
      readonly context: { readonly env?: string }
    }
    readonly score: number
    readonly fusedScore: number
    readonly adjustments: { readonly distance: number | null; readonly boost: number; readonly decay: number }
  }[]
  readonly mode: string
  readonly isReplay: boolean
  readonly degraded: readonly { readonly retriever: string; readonly reason: string }[]
}

/** A folder for records without a model, and the commands that remember and recall there. */
export function recordWorkspace() {
  const { run, ...rest } = cliWorkspace({})
  const words = ['--provider', 'none']
  const remember = async (content: string, ...flags: string[]) => {
    const { stdout, stderr, exitCode } = await run('remember', content, '--json', ...words, ...flags)
    if (exitCode !== 0) throw new RangeError(stderr)
    return (JSON.parse(stdout) as { record: { id: string } }).record.id
  }
  const recall = async (...args: string[]) => {
    const { stdout } = await run('recall', ...args, '--threshold', '0', '--json', ...words)
    const answer = JSON.parse(stdout) as Recalled
    expect(schemaErrors('recall', answer)).toEqual([])
    return answer
  }
  const contents = async (...args: string[]) =>
    (await recall(...args)).results.map(({ record }) => record.content)
  return { ...rest, run, remember, recall, contents }
}
