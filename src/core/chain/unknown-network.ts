/** The name of a network that isn't in the options (S3.5.3). */
export const unknownNetwork = 'Unknown Network'
