import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { createProgress } from './progress.js'

describe('createProgress', () => {
  it('says nothing where there is no terminal', () => {
    const { io, talked } = recordingIo()
    const progress = createProgress(io)
    progress.show('reading', 1, 2)
    progress.clear()
    expect(talked()).toBe('')
  })

  it('draws one line and wipes it', () => {
    const { io, talked } = recordingIo({ isTalkTerminal: true })
    const progress = createProgress(io)
    progress.show('looking', 0, 0)
    progress.show('reading', 1, 2)
    progress.clear()
    expect(talked()).toBe('\r\u001b[Klooking\r\u001b[Kreading 1/2\r\u001b[K')
  })
})
