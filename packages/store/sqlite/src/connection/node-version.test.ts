import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { describeOldNode, oldestNode } from './node-version.js'

describe('describeOldNode', () => {
  it.each(['18.20.8', '20.20.2', '21.7.3', '22.13.1'])(
    'names the required version for Node %s',
    (version) => {
      expect(describeOldNode('recallite', version)).toBe(
        `recallite needs Node 22.14 or later; this is Node ${version}. Install a newer one from https://nodejs.org.`,
      )
    },
  )

  it.each(['22.14.0', '22.21.1', '24.0.0', '100.1.0', process.versions.node])('accepts %s', (version) => {
    expect(describeOldNode('recallite', version)).toBeUndefined()
  })

  it('requires the same version as the manifest', () => {
    expect(`${manifest.engines.node}.0`).toBe(`>=${oldestNode}`)
  })
})
