// The types of the merchant's API. Made by `npm run sdk:types` from openapi/openapi.json; not to be edited.
export {};
