import { symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { recordingIo } from '@recallite/command-line/testing'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { smallHeader, smallRun } from '../__fixtures__/small-run.js'
import { writeRun } from '../run/run-file.js'
import { checkDepth, distinctFiles } from './kept-runs.js'
import { runShow } from './show.js'

function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder()
  for (const name of names) writeFileSync(join(folder, name), name)
  return folder
}

describe('distinctFiles', () => {
  it('gives the words as they are where each is a file of its own', () => {
    const folder = folderWith('a.jsonl', 'b.jsonl')
    const words = [join(folder, 'b.jsonl'), `${folder}/./a.jsonl`]
    expect(distinctFiles(words)).toEqual(words)
    expect(distinctFiles([])).toEqual([])
  })

  it.each<[string, (file: string, folder: string) => string]>([
    ['by the same word', (file) => file],
    ['by a detour', (_, folder) => `${folder}/../${basename(folder)}/./a.jsonl`],
    ['from where we are', (file) => relative('.', file)],
    ['by a link', (_, folder) => join(folder, 'link.jsonl')],
    ['through a linked folder', (_, folder) => join(folder, 'folder', 'a.jsonl')],
  ])('refuses a file that is named again %s', (_, again) => {
    const folder = folderWith('a.jsonl', 'b.jsonl')
    const file = join(folder, 'a.jsonl')
    symlinkSync(file, join(folder, 'link.jsonl'))
    symlinkSync(folder, join(folder, 'folder'))
    const words = [file, join(folder, 'b.jsonl'), again(file, folder)]
    const failure = failureOf(() => distinctFiles(words))
    expect(failure).toBeInstanceOf(UsageError)
    expect(failure).toMatchObject({
      message: `${file} and ${words[2]} are the same run. Name each run once.`,
    })
  })

  it('leaves files that are not there to the reader of runs, but for those named twice', () => {
    const missing = join(temporaryFolder(), 'none.jsonl')
    expect(distinctFiles([missing, `${missing}2`])).toHaveLength(2)
    expect(failureOf(() => distinctFiles([missing, relative('.', missing)]))).toBeInstanceOf(UsageError)
  })

  it('is what show goes by', async () => {
    const file = join(temporaryFolder(), 'run.jsonl')
    writeRun(file, smallRun)
    const words = [file, relative('.', file)]
    await expect(runShow({ words, flags: {}, io: recordingIo().io })).rejects.toThrow(/are the same run/)
    await expect(runShow({ words: [file], flags: {}, io: recordingIo().io })).resolves.toBe(0)
  })
})

describe('checkDepth', () => {
  it('lets measures look as deep as the run ranks', () => {
    expect(failureOf(() => checkDepth(smallHeader, [1, smallHeader.depth], 'a.jsonl'))).toBeUndefined()
  })

  it('refuses deeper ones, and says how to make a deeper run', () => {
    const failure = failureOf(() => checkDepth(smallHeader, [1, 100], 'a.jsonl'))
    expect(failure).toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/^a\.jsonl ranks 10 .* not 100\..*--k 100/),
    })
  })
})
