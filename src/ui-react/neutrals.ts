/** The neutral colours that quiet buttons and the modal share, and the warning colour. */
export const neutrals = `--n1:light-dark(#f5f5f6,#202125);--n3:light-dark(#dedfe2,#34363c);--n7:light-dark(#52545c,#b6b8c0);--n9:light-dark(#111215,#f6f6f7);--warn:light-dark(#8f5a00,#f2b84b);`
