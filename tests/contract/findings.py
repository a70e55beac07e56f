"""Reads what schemathesis found without configuration (NDJSON), and fails on each finding that a contract could prevent.

A schema says what a request looks like. It cannot say which versions, positions and accounts exist, which fields go
together, or what is in a file: requests that fit it are rightly refused for these, with a code of docs/errors.md. The
tool calls that a finding, so it is named here by its code. Everything else fails.
"""

import base64
import collections
import json
import re
import sys

# Why a request that fits its schema may be refused, by code.
REFUSED = {
    'the state decides': {
        'idempotency_key_reused', 'resource_changed', 'position_beyond_log', 'invalid_cursor', 'unknown_reference',
        'wrong_password', 'weak_password', 'read_only',
    },
    'fields decide together': {'not_together', 'wrong_order', 'contradiction', 'duplicate', 'given_twice'},
    'what a file holds decides': {
        'invalid_archive', 'invalid_text_file', 'unsupported_file_type', 'invalid_rules', 'invalid_bundle',
        'incomplete_upload',
    },
    'a character that nobody sees, or that ends a line, decides': {'invalid_characters'},
    # The tool takes the field that a failure names for a property, and adds it to objects that take no others.
    'the tool added a field': {'unknown_field'},
}

# Texts with a grammar of their own (keys, formulas, expressions, addresses), by the field that is at fault.
GRAMMARS = re.compile(r'^/(jwks|issuer|url|email|addresses|redirectUris|postLogoutUris|checks)(/\d+)?$'
                      r'|^/\d+/(checks|format|column|technicalName)')

# A position that no log has, or this one not yet, a moment that has not come, the password that only the
# change of one's own needs, and names of events, of which there are new ones with each version.
STATE = {
    ('invalid_value', 'Docket-Position'), ('invalid_value', 'Last-Event-ID'), ('invalid_value', 'lastEventId'),
    ('invalid_date_time', 'asOf'),
    ('required', '/currentPassword'), ('invalid_value', 'types'), ('invalid_value', '/types'),
}

# A period that is too long, and keys of an order that stand twice or in the wrong place.
TOGETHER = {('out_of_range', '/endDate'), ('invalid_value', 'sort')}

# Failures of the tool, not of the service.
TOOL = re.compile(r'(unsupported payload media types|No supported serializers for media types): application/offset\+octet-stream')


def answer(interaction):
    """Returns status and JSON of an answer; a list as errors of a file, {} for anything else."""
    response = interaction.get('response') or {}
    content = (response.get('content') or {}).get('$base64', '')
    try:
        body = json.loads(base64.b64decode(content))
    except ValueError:
        body = {}
    return response.get('status_code'), {'errors': body} if isinstance(body, list) else body if isinstance(body, dict) else {}


def reason(check, operation, status, body, uri):
    """Returns why a finding is none of the contract; None where it is one."""
    code = body.get('code')
    if check in ('negative_data_rejection', 'missing_required_header') and status in (412, 413):
        return 'refused with another status'  # the tool knows fewer statuses of refusals
    if check == 'response_schema_conformance' and operation == 'GET /api/events':
        return 'the schema of a stream is that of its text'
    if check != 'positive_data_acceptance':
        return None
    if code == 'unsupported_protocol_version' and 'uploads' in operation:
        return 'a header decides'
    if code is None and operation.endswith(('/date-formats', '/entity-rules', '/component-rules', '/import')) and 'errors' in body:
        return 'what a file holds decides'
    if code == 'invalid_identifier' and re.search(r'/None(/|\?|$)', uri):
        return 'the tool filled in nothing'  # what an answer does not have
    if (code, body.get('field')) in STATE:
        return 'the state decides'
    if (code, body.get('field')) in TOGETHER and (code != 'invalid_value' or operation.endswith('/files')):
        return 'fields decide together'
    if code == 'invalid_value' and GRAMMARS.match(body.get('field') or ''):
        return 'a grammar decides'
    return next((why for why, codes in REFUSED.items() if code in codes), None)


def scenarios(path):
    """Yields the records of scenarios, and fails on errors of the tool that are not known."""
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            event = json.loads(line)
            if 'NonFatalError' in event and not TOOL.search(line):
                sys.exit(f'schemathesis could not go on: {line[:2000]}')
            if 'FatalError' in event:
                sys.exit(f'schemathesis ended: {line[:2000]}')
            if 'ScenarioFinished' in event:
                yield event['ScenarioFinished']['recorder']


def main(path):
    """Counts cases and findings, prints those that count, and exits with 1 if there are any."""
    cases, named, found = 0, collections.Counter(), {}
    for record in scenarios(path):
        cases += len(record.get('interactions', {}))
        for case, checks in record.get('checks', {}).items():
            status, body = answer(record.get('interactions', {}).get(case, {}))
            for check in checks:
                if check['status'] == 'success':
                    continue
                failure = check['failure_info']['failure']
                operation = failure['operation']
                request = record.get('interactions', {}).get(case, {}).get('request', {})
                why = reason(check['name'], operation, status, body, request.get('uri', ''))
                if why:
                    named[why] += 1
                    continue
                key = check['name'], operation, status, body.get('code'), body.get('field')
                found.setdefault(key, (failure, body.get('message', ''), request))
    for (check, operation, status, code, field), (failure, message, request) in sorted(found.items(), key=str):
        print(f'{check}: {operation}: {status} {code} {field}: {message}')
        print(f'    {failure["title"]}: {failure["message"][:400]}')
        print(f'    {request.get("method")} {request.get("uri", "")[:400]}')
    told = ', '.join(f'{n} times {why}' for why, n in named.most_common())
    print(f'   {cases} cases, {len(found)} findings; refused rightly: {told or "none"}')
    if cases == 0 or found:
        sys.exit(1)


main(sys.argv[1])
