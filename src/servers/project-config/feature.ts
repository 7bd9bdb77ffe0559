/** A feature that a host can configure remotely, by its id in the API (S3.2.3). */
export type Feature = 'activity' | 'onramp' | 'swap' | 'social_login' | 'reown_branding'
