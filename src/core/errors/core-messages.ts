/** The messages of what the core raises by itself, before any other part is loaded; `catalogue` has all of them. */
export const coreMessages = {
  // CAIP ids — spec 1, section 5; facts 8.3
  'caip/invalid-network-id': 'Invalid CAIP-2 network id: {value}',
  'caip/invalid-address': 'Invalid CAIP-10 address: {value}',
  'caip/invalid-asset-id': 'Invalid CAIP-19 asset id: {value}',

  'validation/invalid-input': '{field}: {reason}',
  'validation/invalid-amount': 'amount: {reason}',

  'config/invalid-options': 'Invalid option {field}: {reason}',
  'config/conflicting-options': 'Cannot set both `siweConfig` and `siwx` options', // spec 1, section 5; facts 6.5
  'config/already-created':
    'A client named "{name}" is already running on this page: dispose it first, or give this one another name',
  'config/disposed': 'This client has been disposed',
  'config/not-built': '{feature} is not built yet',
  'config/no-adapter': "Adapter for namespace {namespace} doesn't exist", // facts 8.3

  'network/not-requested': 'Network {network} is not among the requested networks',

  'connection/not-connected': 'Not connected', // spec
  'connection/connector-not-found': 'Connector {id} was not found',
  'connection/namespace-not-configured':
    "Namespace '{namespace}' is not configured. Please call connect() first with namespace config.", // spec

  'adapter/unsupported': '{capability} is not supported by {subject}',

  // Control flow
  'flow/aborted': 'The operation was cancelled',

  // Anything else, wrapped at the boundary of a controller
  'internal/unexpected': '{message}',
} as const satisfies Record<string, string>
