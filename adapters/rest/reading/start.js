// Shows the contract of this service, and asks nobody else for anything.
const workspace = new URLSearchParams(location.search).get('workspace');
Scalar.createApiReference('#docket', {
  url: '/api/openapi.json' + (workspace ? '?workspace=' + encodeURIComponent(workspace) : ''),
  servers: [{ url: location.origin }],
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: true,
  documentDownloadType: 'none',
  authentication: {
    preferredSecurityScheme: 'oauth2',
    securitySchemes: {
      oauth2: {
        'x-default-scopes': ['openid'],
        flows: {
          authorizationCode: {
            'x-scalar-client-id': 'docket-api-page',
            'x-usePkce': 'SHA-256',
            'x-scalar-redirect-uri': location.origin + '/api/docs/signed-in',
            selectedScopes: ['openid'],
          },
        },
      },
    },
  },
});
