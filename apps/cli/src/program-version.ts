import { readVersion } from '@recallite/command-line'

/** The version of this program; source and build are both one folder below the manifest. */
export const programVersion = (): string => readVersion(new URL('../package.json', import.meta.url))
