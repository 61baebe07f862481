import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { assertPathLength } from './write-whole.js'

const refused = {
  code: 'USAGE',
  message: expect.stringMatching(/^.{81} is a path or a name that is too long.*shorter/u),
}

describe.skipIf(process.platform === 'win32')('assertPathLength', () => {
  it('takes what the system takes, there or not, with what is behind it', () => {
    const folder = temporaryFolder()
    for (const path of [folder, join(folder, 'no', 'such'), join(folder, 'x'.repeat(255))])
      assertPathLength(path)
    assertPathLength(join(folder, 'x'.repeat(250)), '.lock')
    expect(() => assertPathLength(join(folder, 'x'.repeat(256)))).toThrow(expect.objectContaining(refused))
    expect(() => assertPathLength(join(folder, 'x'.repeat(251)), '.lock')).toThrow(
      expect.objectContaining(refused),
    )
    expect(() => assertPathLength(join(folder, 'x/'.repeat(3000)))).toThrow(expect.objectContaining(refused))
  })
})
