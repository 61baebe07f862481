import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { tellOmitted, type Omission } from './answer.js'

function told(omission: Omission): string {
  const { io, talked } = recordingIo()
  tellOmitted(omission, io)
  return talked()
}

describe('tellOmitted', () => {
  it('says how many there was no room for, and what to do', () => {
    expect(told({ found: 3, omitted: 2, maxTokens: 500 })).toBe(
      '2 results left out to stay within 500 tokens; a larger --max-tokens shows more.\n',
    )
    expect(told({ found: 3, omitted: 3, maxTokens: 9 })).toContain('not even the first of 3 results')
  })

  it('says nothing where all are printed', () => {
    expect(told({ found: 3, omitted: 0, maxTokens: 500 })).toBe('')
  })
})
