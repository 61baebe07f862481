import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { serveFile } from './__fixtures__/model-server.js'
import { content, failure, interrupted, workbench } from './__fixtures__/workbench.js'

const bench = () => workbench(serveFile({ content }))

function mine(): string {
  const file = join(temporaryFolder(), 'mine')
  writeFileSync(file, 'mine')
  return file
}

describe('a link in the models folder', () => {
  it('where a part arrives is not followed, at its beginning or later', async () => {
    const file = mine()
    const { pull, folder, target } = await bench()
    mkdirSync(folder)
    symlinkSync(file, `${target}.part`)
    await expect(pull()).rejects.toEqual(failure('MODEL_PLACE_UNWRITABLE', 'a link stands where'))
    const begun = await interrupted()
    rmSync(`${begun.target}.part`)
    symlinkSync(file, `${begun.target}.part`)
    begun.server.answerWith(serveFile({ content }))
    await expect(begun.pull()).rejects.toEqual(failure('MODEL_PLACE_UNWRITABLE', 'a link stands where'))
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('where the record, the lock or the whole file goes gives way', { timeout: 30_000 }, async () => {
    for (const ending of ['.part.json', '.lock', '']) {
      const nowhere = join(temporaryFolder(), 'nowhere')
      const { pull, folder, target } = await bench()
      mkdirSync(folder)
      symlinkSync(nowhere, `${target}${ending}`)
      await pull()
      expect(lstatSync(nowhere, { throwIfNoEntry: false })).toBeUndefined()
      expect(lstatSync(target).isFile()).toBe(true)
      expect(readFileSync(target).equals(content)).toBe(true)
    }
  })
})
