import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { connectHere } from './__fixtures__/client-here.js'
import { toolReference } from './testing/tool-reference.js'

it('the page of tools is the one that is published (run vitest with -u to write it anew)', async () => {
  const config = join(temporaryFolder(), 'positions.yaml')
  writeFileSync(config, 'recall:\n  positions: true\n')
  const { client, policy } = await connectHere({ 'a.md': 'a' }, { config })
  const { tools } = await client.listTools()
  await expect(toolReference(tools, policy)).toMatchFileSnapshot('../../TOOLS.md')
})
