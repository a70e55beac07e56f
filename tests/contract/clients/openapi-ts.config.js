// How hey-api makes its client: as modules that Node loads without a bundler.
export default {
  input: '../../api/openapi.yaml',
  output: { path: 'generated/hey', module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
}
