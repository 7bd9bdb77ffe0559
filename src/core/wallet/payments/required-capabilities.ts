/**
 * Returns a capability that a batch or one of its calls requires (EIP-5792) and that isn't in `supported`. A call's own
 * capabilities are never supported. A wallet may ignore only optional capabilities: without a required paymaster, for example,
 * the user would pay what the page says is sponsored.
 */
export function missingCapability(batch: unknown, supported: readonly string[] = []): string | undefined {
  const { calls, capabilities } = fieldsIn(batch)
  const ofBatch = required(capabilities).filter((name) => !supported.includes(name))
  const ofCalls = Array.isArray(calls) ? calls.flatMap((call) => required(fieldsIn(call).capabilities)) : []
  return [...ofBatch, ...ofCalls][0]
}

function required(capabilities: unknown): readonly string[] {
  return Object.entries(fieldsIn(capabilities)).flatMap(([name, capability]) =>
    capability === undefined || fieldsIn(capability).optional === true ? [] : [name],
  )
}

/** Returns the fields of a page's value, whose form isn't known. */
function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
