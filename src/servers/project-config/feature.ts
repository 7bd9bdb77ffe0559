/** A feature that a host switches from afar, by its id on the wire. Facts 2.3. */
export type Feature = 'activity' | 'onramp' | 'swap' | 'social_login' | 'reown_branding'
