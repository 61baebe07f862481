import { MemoryError } from './errors.js'

/** The version of the contracts of drivers and retrievers that this package supports. */
const supported = 'v1'

/**
 * Returns a driver, or the model that a backend has opened, if it implements the supported version of its contract.
 * @param kind what it is, for the message, such as `store`
 * @throws MemoryError `SPECIFICATION_UNSUPPORTED`
 */
export function assertSpecification<Driver extends { readonly specificationVersion: string }>(
  driver: Driver,
  kind: string,
): Driver {
  const { specificationVersion: version } = driver
  if (version === supported) return driver
  throw new MemoryError(
    'SPECIFICATION_UNSUPPORTED',
    `The ${kind} has the specificationVersion ${version}, but this version of @recallite/core supports ${supported}. Install a version of its package, or of @recallite/core, so that both implement the same version.`,
  )
}
