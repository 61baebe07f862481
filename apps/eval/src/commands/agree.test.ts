import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { smallAnswers, smallRun } from '../__fixtures__/small-run.js'
import { writeRun } from '../run/run-file.js'
import { runAgree } from './agree.js'

function fileOf(name: string, swap: boolean): string {
  const other = { keyword: 'reversed', reversed: 'keyword' }
  const rename = (strategy: string) => (swap ? (other[strategy as keyof typeof other] ?? strategy) : strategy)
  const answers = smallAnswers.map((answer) => ({ ...answer, strategy: rename(answer.strategy) }))
  const file = join(temporaryFolder(), name)
  writeRun(file, { ...smallRun, answers })
  return file
}

async function agree(files: readonly string[]) {
  const { io, written } = recordingIo()
  await runAgree({ words: files, flags: { measure: 'hit@1' }, io })
  return written()
}

describe('recallite-eval agree', () => {
  it('says how far two suites order strategies alike', async () => {
    const file = fileOf('a.jsonl', false)
    expect(await agree([file, file])).toContain("Kendall's τ-b 1.00.")
    expect(await agree([file, fileOf('b.jsonl', true)])).toContain("Kendall's τ-b -1.00.")
  })

  it('takes two runs', async () => {
    await expect(agree([fileOf('a.jsonl', false)])).rejects.toMatchObject({ name: 'UsageError' })
  })
})
