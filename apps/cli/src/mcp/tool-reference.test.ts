import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { connectHere } from './__fixtures__/client-here.js'
import { toolReference } from './testing/tool-reference.js'

it('the documentation of tools is up to date (update it with vitest -u)', async () => {
  const config = join(temporaryFolder(), 'positions.yaml')
  writeFileSync(config, 'recall:\n  positions: true\n')
  const { client, policy } = await connectHere({ 'a.md': 'a' }, { config })
  const { tools } = await client.listTools()
  await expect(toolReference(tools, policy)).toMatchFileSnapshot('../../TOOLS.md')
})
