import { MemoryError } from './errors.js'

/** The supported version of the contracts of drivers and retrievers. */
const supported = 'v1'

/**
 * Returns a driver if it implements the supported version of its contract.
 * @param kind for the message, such as `store`
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
    `The ${kind} has the specificationVersion ${version}, but this version of @recallite/core supports ${supported}. Install versions of both packages that support the same specificationVersion.`,
  )
}
