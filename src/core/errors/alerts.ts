/** Alerts for the app's developers (S2.8). `short` names the problem, and `long` says how to fix it. */
export const alerts = {
  networkNotFound: {
    short: 'Network Not Found',
    long: 'The network must be in the networks array that was passed to createLatchkey.',
  },
  originNotAllowed: {
    short: 'Invalid App Configuration',
    long: 'The origin {origin} is not on the allowlist of this project. Add it where the project is configured.',
  },
  domainNotVerified: {
    short: 'Invalid App Configuration',
    long: 'The domain is not verified. Check that it is allowed where the project is configured.',
  },
  invalidProjectId: {
    short: 'Invalid App Configuration',
    long: 'The project id is invalid. Check the projectId option.',
  },
  frameLoadFailed: {
    short: 'Network Error - Could not load embedded wallet',
    long: 'The embedded wallet failed to load. Please try again later.',
  },
  frameRequestTimeout: {
    short: 'Embedded Wallet Request Timed Out',
    long: 'The request to the embedded wallet failed. Please try again later.',
  },
  sessionExpired: {
    short: 'Session Expired',
    long: 'The session is invalid. Check the time settings of this device and reconnect.',
  },
  projectIdNotConfigured: {
    short: 'Project ID Not Configured',
    long: 'An endpoint that needs a project id is configured without one. Set the projectId option.',
  },
  localConfigurationIgnored: {
    short: 'Local configuration ignored',
    long: 'The remote configuration of this project decides these features, so the local settings are ignored: {features}.',
  },
  // Not in the specification.
  endpointMismatch: {
    short: 'Wrong RPC Endpoint',
    long: "{host} serves {answer}, not {network}, so it isn't used. Check the network's URLs and customRpcUrls.",
  },
} as const
export type AlertKey = keyof typeof alerts
