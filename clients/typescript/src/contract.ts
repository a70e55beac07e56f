// Generated from api/openapi.yaml by openapi-typescript. DO NOT EDIT.

export interface paths {
    "/api/dossier-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dossier templates
         * @description All templates of the workspace, whatever their status, by name. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["listDossierTemplates"];
        put?: never;
        /**
         * Create a dossier template
         * @description A template without rules; importDossierTemplate makes one with them. Allowed for ADMIN.
         */
        post: operations["createDossierTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a dossier template
         * @description A new template from a bundle, a zip of template.yaml and the files that it names, with all that they bring; exportDossierTemplate gives one. createDossierTemplate takes bundles too. Allowed for ADMIN.
         */
        post: operations["importDossierTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a dossier template
         * @description One template, with an entity tag for conditional requests. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["getDossierTemplate"];
        /**
         * Update a dossier template
         * @description Fields that are left out stay. Allowed for ADMIN.
         */
        put: operations["updateDossierTemplate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone a dossier template
         * @description Copies all that an export holds, under new identifiers: settings, definitions, dictionaries, mappings, date formats, rules and report templates; no dossiers. Allowed for ADMIN.
         */
        post: operations["cloneDossierTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a dossier template
         * @description A bundle that createDossierTemplate takes. The same template gives the same bytes. Allowed for ADMIN.
         */
        get: operations["exportDossierTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/entity-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download entity rules
         * @description The rules that find entities, byte by byte as they were uploaded. Allowed for ADMIN.
         */
        get: operations["downloadEntityRules"];
        put?: never;
        /**
         * Upload entity rules
         * @description Checks the rules that find entities and, unless dryRun is true, stores them. Stored rules lead to another analysis of
         *     the template's files.
         *     Allowed for ADMIN.
         */
        post: operations["uploadEntityRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/component-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download component rules
         * @description The rules that build components from entities, byte by byte as they were uploaded. Allowed for ADMIN.
         */
        get: operations["downloadComponentRules"];
        put?: never;
        /**
         * Upload component rules
         * @description Checks the rules that build components and, unless dryRun is true, stores them. Stored rules lead to another analysis of
         *     the template's files.
         *     Allowed for ADMIN.
         */
        post: operations["uploadComponentRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/date-formats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download date formats
         * @description The patterns by which dates are recognised, in the order in which they are tried. Allowed for ADMIN.
         */
        get: operations["downloadDateFormats"];
        put?: never;
        /**
         * Upload date formats
         * @description Checks the patterns and stores them when all are valid. Stored patterns lead to another analysis of the template's files. Allowed for ADMIN.
         */
        post: operations["uploadDateFormats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossier-status-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dossier statuses
         * @description The statuses that dossiers of the template can have, by rank. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["listDossierStatusDefinitions"];
        put?: never;
        /**
         * Create a dossier status
         * @description Adds a status; a rank that is in use pushes the others up. Allowed for ADMIN.
         */
        post: operations["createDossierStatusDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossier-status-definitions/{dossierStatusId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a dossier status
         * @description Changes a status; a rank that is in use pushes the others up. Allowed for ADMIN.
         */
        put: operations["updateDossierStatusDefinition"];
        post?: never;
        /**
         * Delete a dossier status
         * @description Deletes a status. Dossiers that have it get the replacement, or none. Allowed for ADMIN.
         */
        delete: operations["deleteDossierStatusDefinition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossier-attribute-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dossier attributes
         * @description The attributes that dossiers of the template can have, by name. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["listDossierAttributeDefinitions"];
        put?: never;
        /**
         * Create a dossier attribute
         * @description Adds an attribute of dossiers. Allowed for ADMIN.
         */
        post: operations["createDossierAttributeDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossier-attribute-definitions/{attributeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a dossier attribute
         * @description Changes an attribute of dossiers; its type stays. Allowed for ADMIN.
         */
        put: operations["updateDossierAttributeDefinition"];
        post?: never;
        /**
         * Delete a dossier attribute
         * @description Deletes an attribute of dossiers; its values are not seen any more. Allowed for ADMIN.
         */
        delete: operations["deleteDossierAttributeDefinition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/file-attribute-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List file attributes
         * @description The attributes that files in dossiers of the template can have, by name. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["listFileAttributeDefinitions"];
        put?: never;
        /**
         * Create a file attribute
         * @description Adds an attribute of files. Allowed for ADMIN.
         */
        post: operations["createFileAttributeDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/file-attribute-definitions/{attributeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a file attribute
         * @description Changes an attribute of files; its type stays. Allowed for ADMIN.
         */
        put: operations["updateFileAttributeDefinition"];
        post?: never;
        /**
         * Delete a file attribute
         * @description Deletes an attribute of files; its values are not seen any more. Allowed for ADMIN.
         */
        delete: operations["deleteFileAttributeDefinition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/entity-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entities
         * @description What the rules of the template can find, highest rank first. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["listEntityDefinitions"];
        put?: never;
        /**
         * Create an entity
         * @description Adds a kind of entity; a rank that is in use pushes the others up. Allowed for ADMIN.
         */
        post: operations["createEntityDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/entity-definitions/{entityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an entity
         * @description Changes a kind of entity; its technical name stays. Allowed for ADMIN.
         */
        put: operations["updateEntityDefinition"];
        post?: never;
        /**
         * Delete an entity
         * @description Deletes a kind of entity together with its dictionary. Allowed for ADMIN.
         */
        delete: operations["deleteEntityDefinition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/entity-definitions/{entityId}/dictionaries/{list}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a list of terms
         * @description The terms of one list of a dictionary, one a line, sorted. Allowed for ADMIN.
         */
        get: operations["getEntityDictionary"];
        /**
         * Replace a list of terms
         * @description Replaces the terms of one list of a dictionary. Blank lines and repeated terms are dropped. Allowed for ADMIN.
         */
        put: operations["setEntityDictionary"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/report-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List report templates
         * @description The report templates of the template, by name. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["listReportTemplates"];
        put?: never;
        /**
         * Add a report template
         * @description Stores a workbook or document with placeholders. Allowed for ADMIN.
         */
        post: operations["createReportTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/report-templates/{reportTemplateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a report template
         * @description The workbook or document as it was uploaded. Allowed for ADMIN.
         */
        get: operations["downloadReportTemplate"];
        /**
         * Change a report template
         * @description Changes name and flags of a report template, and its file when one is sent. Allowed for ADMIN.
         */
        put: operations["updateReportTemplate"];
        post?: never;
        /**
         * Delete a report template
         * @description Deletes a report template; it vanishes from the dossiers that chose it. Allowed for ADMIN.
         */
        delete: operations["deleteReportTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/component-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List component mappings
         * @description The tables that rules look values up in, by name, without their lines. Allowed for MANAGER, ADMIN.
         */
        get: operations["listComponentMappings"];
        put?: never;
        /**
         * Upload a component mapping
         * @description The files of the template are analysed again with it. Allowed for ADMIN.
         */
        post: operations["uploadComponentMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/component-mappings/{componentMappingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a component mapping
         * @description The csv file, byte by byte and under the name it was uploaded with. Allowed for ADMIN.
         */
        get: operations["downloadComponentMapping"];
        /**
         * Update a component mapping
         * @description Replaces the whole mapping; what is left out has its default again. The files of the template are analysed again with it. Allowed for ADMIN.
         */
        put: operations["updateComponentMapping"];
        post?: never;
        /**
         * Delete a component mapping
         * @description The files of the template are analysed again without it; a file whose rules name it goes to ERROR. Allowed for ADMIN.
         */
        delete: operations["deleteComponentMapping"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/component-definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List component definitions
         * @description Active definitions by rank, then, when asked for, soft-deleted ones by the time of deletion. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["listComponentDefinitions"];
        /**
         * Update component definitions
         * @description Changes all of them or none; technical names and ranks stay. Allowed for ADMIN.
         */
        put: operations["updateComponentDefinitions"];
        /**
         * Create component definitions
         * @description Adds definitions behind the last rank, in the order of the request. Technical names become snake case (HTTPServer is http_server) and never change. Allowed for ADMIN.
         */
        post: operations["createComponentDefinitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/component-definitions/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Soft-delete component definitions
         * @description Hides all of them or none; the ranks of the others stay, and the technical names stay taken. The identifiers may come as a bare array, too, or in the query as componentIds, once for each. Allowed for ADMIN.
         */
        post: operations["softDeleteComponentDefinitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/component-definitions/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Reorder component definitions
         * @description The listed definitions get the ranks from 1; active ones that are not listed follow in their former order. The identifiers may come as a bare array, too, or in the query as componentIds, once for each. Allowed for ADMIN.
         */
        put: operations["reorderComponentDefinitions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/component-definitions/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore component definitions
         * @description Soft-deleted definitions are ranked behind the active ones, in request order; an active one stays as it is. The identifiers may come as a bare array, too, or in the query as componentIds, once for each. Allowed for ADMIN.
         */
        post: operations["restoreComponentDefinitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/component-definitions/{componentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a component definition
         * @description One definition, soft-deleted or not, as an array of one. Allowed for USER, MANAGER, ADMIN.
         */
        get: operations["getComponentDefinition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dossiers of a template
         * @description The dossiers that the caller may see, newest first: the union of the groups that the flags choose. With a limit, a cursor, a sort or a filter the answer is a page, with nextCursor. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (the record of every dossier).
         */
        get: operations["listDossiers"];
        put?: never;
        /**
         * Create or update a dossier
         * @description Without id a dossier is created, with an id it is updated. Allowed for MANAGER (the owner of the dossier).
         */
        post: operations["createOrUpdateDossier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a dossier
         * @description One dossier, with an entity tag for conditional requests. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (the record of every dossier).
         */
        get: operations["getDossier"];
        put?: never;
        post?: never;
        /**
         * Delete a dossier
         * @description Moves a dossier into the trash, where it can be restored until its retention ends, or deletes it for good. Allowed for MANAGER (the owner of the dossier).
         */
        delete: operations["deleteDossier"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set attributes of a dossier
         * @description POST is accepted too, with the same meaning. Allowed for MANAGER (the owner of the dossier).
         */
        put: operations["setDossierAttributes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a dossier
         * @description Closes the dossier for changes; there is no way back. It can be read, exported, packed and deleted. Allowed for MANAGER (the owner of the dossier).
         */
        post: operations["archiveDossier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a dossier
         * @description Takes the dossier out of the trash, archived if it was. Files that were deleted one by one stay in the trash. Allowed for MANAGER.
         */
        post: operations["restoreDossier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/reanalyse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse the files of a dossier again
         * @description Asks for one more analysis of every file, as reanalyseFile does for one. Approved files are left out. Allowed for MANAGER (the owner of the dossier).
         */
        post: operations["reanalyseDossier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List file statuses of a dossier
         * @description The files of a dossier by name: the union of the groups that the flags choose. With a limit, a cursor, a sort, a filter or counts the answer is a page, with nextCursor and total. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["listFileStatuses"];
        put?: never;
        /**
         * Upload a file
         * @description What becomes of the upload is told by the extension of its name, in any case, and held against its content:
         *
         *     - `pdf`, `docx`, `xlsx`, `pptx`: a file of the dossier. One of the same name is replaced; it keeps its identifier. The answer
         *       says which were replaced, and what became of the overrides in them.
         *     - `jpg`, `jpeg`, `png`, `tif`, `tiff`: the same, of a photo or scan. Each picture becomes a page, shown upright, whose text
         *       is recognised; a TIFF may have many.
         *     - `csv`: values of file attributes, by the columns and settings of the template. It does not become a file. One that does
         *       not fit is tried as UTF-8, UTF-16 with a byte order mark and windows-1252, and with semicolon, comma, tab and bar; one
         *       that fits no column sets nothing, and the answer and the history of the dossier say why.
         *     - `zip`: every file in it, in the order of their names, and then every csv. It is checked whole before anything is
         *       stored, and what was begun is finished even when the client goes away. Folders do not become part of names, unless
         *       several files have the same one: those in a folder are then named after it, as in `scan (2024 - may).pdf`, and what
         *       cannot be told apart that way is refused. A csv may name files by their paths in the zip. The answer says what was
         *       left out, and why.
         *
         *     Bytes that another file has are told (`duplicates`), or, where the workspace refuses duplicates, refused with 409 and left out of a
         *     zip; the same bytes for the file that has them are a new version of it. What the caller may not read does not count.
         *
         *     The content type of the part is ignored; its file name is taken from `filename*` before `filename`, in which `%22` is a quote, as
         *     browsers write it.
         *
         *     Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a resumable upload
         * @description An upload by parts, which goes on where it was when the connection or the service went away, by the tus protocol 1.0 (tus.io)
         *     with its extensions creation, creation-with-upload, expiration, termination and checksum; its clients need this address as
         *     endpoint and the token as a header. `OPTIONS` tells what is spoken. The length must be known (`Upload-Defer-Length` is
         *     refused), and every length up to the limit of uploadFile may be sent.
         *
         *     `Upload-Metadata` names the file (`filename`), and the options of uploadFile (`keepManualChanges`, `disableAutomaticAnalysis`:
         *     `true` or `false`). `name`, `filetype`, `type`, `contentType` and `relativePath`, which clients add, are kept and not read.
         *
         *     With its last byte the upload becomes what uploadFile would make of it, or is refused for the same reasons. A body of this
         *     request is its first part.
         *
         *     Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/uploads/{uploadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a resumable upload
         * @description How much of it the service has, also with `HEAD`, and, once it is finished, what became of it. `Upload-Offset` is
         *     `Upload-Length` only when the file is made. Whoever did not begin the upload gets 404.
         *
         *     Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * End a resumable upload
         * @description What was sent is removed. A file that was made of the upload stays.
         *
         *     Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        /**
         * Send a part of a resumable upload
         * @description Adds the body behind the bytes that the service has, whose number is `Upload-Offset`. What is acknowledged is on stable storage.
         *     When the connection breaks, what arrived is kept, unless `Upload-Checksum` or `Content-Digest` tells a checksum of the body. The
         *     answer to the last byte comes when the file is made; getUpload then tells what became of it. When that is refused, the last
         *     byte counts as not sent: sending it tries again. An upload whose content is refused for good (400, 413, 415) is removed.
         *
         *     Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        patch: operations["appendToUpload"];
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete chosen files
         * @description All of the files are deleted, or none. A repeated identifier counts once. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        post: operations["deleteFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/bulk-assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign chosen files
         * @description Gives files to a member of the dossier, or with null to nobody, as setFileAssignee does with one. All of them, or none, unless skipInvalid is set. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        post: operations["assignFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/bulk-attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set attributes of chosen files
         * @description Gives files the same values of attributes, as setFileAttributes does with one; the others stay. All of them, or none, unless skipInvalid is set. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        post: operations["setFilesAttributes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/bulk-reanalyse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse chosen files again
         * @description Asks for one more analysis of files, as reanalyseFile does for one. All of them, or none, unless skipInvalid is set. Allowed for USER (the assignee, or any member while there is none), MANAGER (the owner of the dossier, the assignee, or any member while there is none).
         */
        post: operations["reanalyseFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/bulk-retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try failed files again
         * @description Asks for one more analysis of files whose processingStatus is ERROR: of those that are named, or of all in the dossier, and with a cause of those that failed for it. Others are left out, and the answer tells why; so a repeated request asks for nothing twice. A named file that the caller may not have analysed refuses the request. Allowed for USER (the assignee, or any member while there is none), MANAGER (the owner of the dossier, the assignee, or any member while there is none).
         */
        post: operations["retryFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/bulk-workflow-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move chosen files on in the workflow
         * @description Sets the workflow status of files, as setFileWorkflowStatus does with one; files that have it already stay as they are. All of them, or none, unless skipInvalid is set. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        post: operations["setFilesWorkflowStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore chosen files
         * @description All of the files are taken out of the trash, or none. A repeated identifier counts once. Allowed for MANAGER.
         */
        post: operations["restoreFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file status
         * @description Everything known of a file but its content, with an entity tag for conditional requests. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["getFileStatus"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Moves a file into the trash, where it can be restored until its retention ends, or deletes it for good. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set attributes of a file
         * @description POST is accepted too, with the same meaning. A value that changes leads to one more analysis of the file. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        put: operations["setFileAttributes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/downloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a download package for one file
         * @description Asks for a package of one file. It is made in the background; its status tells when it is ready. Allowed for USER (the owner of the dossier, the assignee, or any member while there is none), MANAGER (the owner of the dossier, the assignee, or any member while there is none).
         */
        post: operations["createFileDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/downloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a download package for all files of a dossier
         * @description Asks for a package of all files of the dossier. It is made in the background; its status tells when it is ready. With previews or reports it waits, at most as long as the service is set to, for files that are being processed. In the zip are Original/NAME, Preview/NAME.pdf and Reports/REPORT/NAME_REPORT.xlsx or .docx; names of previews and reports of files that are not approved begin with UNAPPROVED_, repeated names get a number, and NOT_INCLUDED.txt lists what is missing, and the files whose values are not complete because rules failed. fileIds in the body is refused; chosen files have an operation of their own. Allowed for USER (the owner of the dossier, the assignee, or any member while there is none), MANAGER (the owner of the dossier, the assignee, or any member while there is none).
         */
        post: operations["createDossierDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/bulk-download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a download package for chosen files
         * @description Asks for a package of chosen files; an identifier that is repeated counts once. Allowed for USER (the owner of the dossier, the assignee, or any member while there is none), MANAGER (the owner of the dossier, the assignee, or any member while there is none).
         */
        post: operations["createFilesDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read components of a file
         * @description What was extracted from a file, corrections included. A file that is not analysed yet has no components. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["getFileComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/components.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export components of a file as XML
         * @description The same is read from the path without .xml by Accept application/xml. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["exportFileComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read components of all files of a dossier
         * @description What was extracted from all active files of a dossier, by file name. With a limit, a cursor or a sort the answer is a page of them, as JSON, with nextCursor and total. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["getDossierComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/components/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export components of all files of a dossier or a template
         * @description Streams the components of all files of a dossier or, without `dossierId`, of all active dossiers of the template whose files the
         *     caller may read, in the order in which files were added; those of archived dossiers by `dossierId` alone. What is added meanwhile
         *     comes at the end. Overrides are applied.
         *
         *     The export is resumed with the last cursor that came: as jsonl (NDJSON) each line is a file and has one; as csv a row is a
         *     value, and the last row of a file has one, so rows behind the last cursor are dropped before the export goes on. A broken
         *     export ends without the end of its transfer, so that nobody takes a part for all.
         *
         *     Allowed for USER, MANAGER.
         */
        get: operations["exportComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/components.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export components of all files of a dossier as XML
         * @description The same is read from the path without .xml by Accept application/xml. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["exportDossierComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/component-overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List component overrides of a file
         * @description The components of a file that people corrected. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["listComponentOverrides"];
        put?: never;
        /**
         * Add component overrides
         * @description Replaces all values of one component. The correction is seen at once and survives another analysis. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        post: operations["addComponentOverrides"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/component-overrides/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert overrides
         * @description Takes corrections back, so that the extracted values are seen again. A component without correction is skipped. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        post: operations["revertComponentOverrides"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/components/{component}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a value to a component
         * @description Adds one value, such as a row, before another one or behind the last. The others stay as they are. A component that no rule produced is added. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        post: operations["addComponentValue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/components/{component}/values/{valueId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct one value of a component
         * @description Puts a text, or the cells of a row, in place of one value. The others stay as they are. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        put: operations["setComponentValue"];
        post?: never;
        /**
         * Remove one value of a component
         * @description Takes one value away, with what was extracted of it. The others stay as they are. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        delete: operations["removeComponentValue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/components/{component}/values/{valueId}/override": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revert one value of a component
         * @description Takes back what people did to one value. A corrected one is as it was extracted again, a removed one comes back by the identifier that it had, and one that a person added goes. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        delete: operations["revertComponentValue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/component-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Check components
         * @description Says that somebody looked at components and found them right, or takes that back. A component loses its check when its values change, by an override, a revert or another analysis. Allowed for USER (the assignee, or any member while there is none), MANAGER (the assignee, or any member while there is none).
         */
        put: operations["setComponentChecks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/reanalyse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse a file again
         * @description Runs the rules over the stored document once more. Earlier steps are done again where their engine or the settings of the template have changed since, or failed. A busy file is analysed once more when its run ends. Allowed for USER (the assignee, or any member while there is none), MANAGER (the owner of the dossier, the assignee, or any member while there is none).
         */
        post: operations["reanalyseFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a file
         * @description Takes the file out of the trash, under its name or, with filename, under another one that ends alike. A name that another file has is refused. Allowed for MANAGER.
         */
        post: operations["restoreFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/assignee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign a file
         * @description Gives the file to a member of the dossier, or with null to nobody. A new file comes under review with it; one under review that nobody has any more is new again. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        put: operations["setFileAssignee"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/extraction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turn the automatic analysis of a file on or off
         * @description Off, the file is analysed only when somebody asks for it, whatever changes in rules, dictionaries and attributes. On, it is analysed if its version was not yet. The file status says it as excludedFromAutomaticAnalysis. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        put: operations["setFileExtraction"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/workflow-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a file on in the workflow
         * @description Who may do what from which status is told with the schema WorkflowStatus. The status that the file has already changes nothing. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        put: operations["setFileWorkflowStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the entities of a file
         * @description What rules and dictionaries marked, and where: by page, then from top to bottom, left to right. A file that is not analysed has none. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["getFileEntities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/pages/{page}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the words of a page
         * @description The lines of a page in reading order, word by word with their places, headers and footers behind the main body. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["getFilePageText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the tree of a document
         * @description The elements of the layout inside of each other, in reading order: sections, headlines, paragraphs, tables, images, headers and footers. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["getFileTree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the bytes of a file
         * @description As uploaded, as PDF, or as PDF in which the lines of applied entities, and the places where people found values, are highlighted. A preview is a copy that no signature of the original vouches for. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["getFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/pages/{page}.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the image of a page
         * @description The page as a viewer shows it, turned and cropped, or a part of it. A page without colour has at most 16 greys. Allowed for USER (members, and everybody of a PUBLIC dossier), MANAGER (members, and everybody of a PUBLIC dossier).
         */
        get: operations["getFilePageImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List downloads of the current user
         * @description The caller's own packages, newest first. Allowed for USER (own records), MANAGER (own records).
         */
        get: operations["listDownloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads/{downloadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read download status
         * @description How far one of the caller's own packages is. Allowed for USER (own records), MANAGER (own records).
         */
        get: operations["getDownloadStatus"];
        put?: never;
        post?: never;
        /**
         * Delete download
         * @description Deletes one of the caller's own packages; one that is being made is cancelled. Allowed for USER (own records), MANAGER (own records).
         */
        delete: operations["deleteDownload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/downloads/{downloadId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a download package
         * @description The package as a zip, whole or in ranges of bytes, once it is READY. Allowed for USER (own records), MANAGER (own records).
         */
        get: operations["fetchDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations
         * @description The caller's own operations, newest first. They are kept for 30 days after their end, unless the operator chose otherwise; results and analyses are told of single ones. Allowed for USER (own records), MANAGER (own records).
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an operation
         * @description How far one of the caller's own operations is, and what it has done so far. Allowed for USER (own records), MANAGER (own records).
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operations/{operationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an operation
         * @description Leaves the files as they are that the operation has not come to, and tells what was done. What is done stays done, and an operation that is over stays as it is. One that is at work ends after the files that it has in hand: until then it is not CANCELLED. The history of the dossier tells of it. Allowed for USER (own records), MANAGER (own records).
         */
        post: operations["cancelOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description The same list under both keys, by username; disabled accounts too. Allowed for USER, MANAGER, USER_ADMIN, ADMIN.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Makes an account. Without a password it cannot sign in until one is set. Allowed for USER_ADMIN, ADMIN.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description One account of the workspace. Allowed for USER, MANAGER, USER_ADMIN, ADMIN.
         */
        get: operations["getUser"];
        /**
         * Change a user
         * @description What is left out is kept. `active` false takes all roles; true gives USER to an account that would have none; an account without roles is disabled. Nobody can disable the own account or take the role ADMIN from it, so a workspace keeps an administrator. Allowed for USER_ADMIN, ADMIN.
         */
        put: operations["updateUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{userId}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password
         * @description Ends all sessions of the account. Allowed for USER (own records), MANAGER (own records), USER_ADMIN, ADMIN, AUDITOR (own records).
         */
        post: operations["setUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{userId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase an account
         * @description Makes what is known of the owner of an account unreadable for good: username, names, e-mail address, and where sign-ins
         *     came from. The account can no longer be used, its sessions end, and its username is free. Histories, and whatever
         *     the account is named in, show a pseudonym; what it did stays. It cannot be taken back: name the account to confirm it.
         *     An account that is erased already is answered alike.
         *
         *     Allowed for ADMIN.
         */
        post: operations["eraseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The keys that the caller may see, the newest first: the own ones; for administrators those of all accounts of the workspace. Their texts are known to nobody. Allowed for USER (own records), MANAGER (own records), USER_ADMIN, ADMIN, AUDITOR (own records).
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Makes a key of the caller's own account, for a program. Its text is in this answer and nowhere else: Docket keeps a hash.
         *     A key has the rights that the account has at the moment of a request, and of these only the operations of its scopes.
         *     It is used in place of a token, as `Authorization: Bearer dkt_…`, and never makes another key.
         *     Because the answer is not kept, there is no Idempotency-Key: revoke a key whose answer was lost.
         *
         *     Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN (own records), AUDITOR (own records).
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Ends a key at once. One that has ended already is answered alike. Allowed for USER (own records), MANAGER (own records), USER_ADMIN, ADMIN, AUDITOR (own records).
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth clients
         * @description The registered clients of the workspace, by id. Their secrets are known to nobody. Allowed for ADMIN.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Register an OAuth client
         * @description Makes a client. Its secret is in this answer and nowhere else, so there is no Idempotency-Key; a public client, and one with keys, has none. With serviceAccountRoles it acts without a person, as an account of its own. Allowed for ADMIN.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an OAuth client
         * @description One registered client. Allowed for ADMIN.
         */
        get: operations["getClient"];
        /**
         * Change an OAuth client
         * @description What is left out stays as it is; secrets change by operations of their own. Null takes keys or the service account away, which is disabled then. Allowed for ADMIN.
         */
        put: operations["updateClient"];
        post?: never;
        /**
         * Remove an OAuth client
         * @description Forgets a client. Its sessions cannot be refreshed any more, and its service account is disabled. Allowed for ADMIN.
         */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients/{clientId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a secret to an OAuth client
         * @description Makes a second secret, which is in this answer and nowhere else. Both are accepted until one is removed, so that a secret is replaced without a refused request. A public client becomes one with a secret. Allowed for ADMIN.
         */
        post: operations["addClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/clients/{clientId}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a secret of an OAuth client
         * @description The secret is refused from then on. The last one stays, unless the client has keys. Allowed for ADMIN.
         */
        delete: operations["removeClientSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of the workspace
         * @description The settings of the workspace that the token is for, with their defaults filled in. Allowed for ADMIN.
         */
        get: operations["getWorkspace"];
        /**
         * Change the settings of the workspace
         * @description What is left out stays as it is; null is the default. Tokens that are out keep the life they were given. To trust another issuer, or to change what is wanted of its tokens, send an access token of it with the role ADMIN as issuerToken: it is looked at as a request with it would be, and kept nowhere. From then on the issuer signs people in; only an operator lets the service itself do so again. Its host must be one of those that the operator allows. Allowed for ADMIN.
         */
        put: operations["updateWorkspace"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/license": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the license and what is used of it
         * @description What the licence allows, and what of it is used. Allowed for ADMIN.
         */
        get: operations["getLicense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/license/usage-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a usage report
         * @description What the workspace analysed in a period, and what it keeps at its end, month by month. The report over a past period never changes. Allowed for ADMIN.
         */
        post: operations["createUsageReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of a dossier template
         * @description Who changed what of a template, and when. Allowed for ADMIN.
         */
        get: operations["getTemplateHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of a dossier and its files
         * @description Who did what with a dossier and its files, and when; filtered by period, person, kind of event and file. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        get: operations["getDossierHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of a file
         * @description Who did what with a file, and when; filtered by period, person and kind of event. Allowed for USER (members of the dossier), MANAGER (members of the dossier).
         */
        get: operations["getFileHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the events of the workspace
         * @description All events of the workspace, newest first and filtered, sign-ins included; as pages, or all at once as JSON Lines or csv. A caller who is AUDITOR and not ADMIN is told who did what and when, but no content; `data` is empty and `summary` names no object. Allowed for ADMIN, AUDITOR.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evidence/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the newest checkpoint
         * @description The newest signed checkpoint of the log (c2sp.org/tlog-checkpoint): its name, how many events it has, the root of the Merkle tree
         *     over them, and the signature of the notary. The log is that of the installation, with all its workspaces.
         *
         *     Where the service runs with `--share-evidence`, a request without a token is answered, too.
         *
         *     Allowed for ADMIN, AUDITOR.
         */
        get: operations["getEvidenceCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evidence/tile/{level}/{tile}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a tile of the tree
         * @description Hashes of the Merkle tree over the log, as c2sp.org/tlog-tiles lays them out: up to 256 of 32 bytes. The index of a tile has slashes
         *     in it from 1000 on, as in `/api/evidence/tile/0/x001/234`, and the width of a partial tile follows, as in
         *     `/api/evidence/tile/0/x001/234.p/17`; slashes may be sent as they are, or as `%2F`.
         *
         *     With the level `entries`, the entries of the events under a tile of leaves, each behind its length in two bytes: actors and streams
         *     are in them, content is not. They are sent only where all of them are of the caller's workspace, as they are in an installation that
         *     has one.
         *
         *     Where the service runs with `--share-evidence`, a request for hashes without a token is answered, too.
         *
         *     Allowed for ADMIN, AUDITOR.
         */
        get: operations["getEvidenceTile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evidence/bundles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an evidence bundle
         * @description A zip with all events of a dossier and all files that it ever had, or of one file, and the proofs that they are in the log of a signed
         *     checkpoint and that there were no others. Whoever has the key of the log verifies it with `docket audit verify-bundle`, or with the
         *     program in Python that is in it. Sealed values are in it as ciphertext. With openValues those stand beside their events, with what proves
         *     them, that the caller may read: the caller must be a member of the dossier with the role USER or MANAGER too, as for its history. What is
         *     in the trash, and events from before values could be proven, stay sealed.
         *
         *     A bundle with opened values is told by an event before any value is opened, `evidence.opened`: who, what was asked for, and of which
         *     dossier and files the values are. The history of the dossier or file shows it, and so does `listAuditEvents`; without that event
         *     nothing is opened. GET, which versions before took, is refused with 405.
         *
         *     Each call records `log.heads-committed` with the caller as its actor, what was asked for and whether values were opened, reads the log
         *     whole, and waits until a
         *     checkpoint covers that event; calls are answered one after the other.
         *
         *     Allowed for ADMIN, AUDITOR.
         */
        post: operations["createEvidenceBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evidence/proofs/{position}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove an event
         * @description The proof that an event of the workspace is in the log of the newest checkpoint (c2sp.org/tlog-proof), with the event's entry as its
         *     extra data. `docket audit check-proof` checks it with nothing but the key of the log. Positions are those of histories and of
         *     `listAuditEvents`.
         *
         *     Allowed for ADMIN, AUDITOR.
         */
        get: operations["getEvidenceProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dossiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dossiers of all templates
         * @description A page of the dossiers that the caller may see, newest first unless asked otherwise: those of whose files the caller is a reader, and for MANAGER the record of every dossier. Allowed for USER, MANAGER.
         */
        get: operations["listAllDossiers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files of all dossiers
         * @description A page of the files that the caller may read, of all dossiers that are neither archived nor in the trash; files in the trash are left out. What it costs does not depend on how many files there are. Allowed for USER, MANAGER.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the trash
         * @description A page of what is in the trash: dossiers that the caller may see, and files that the caller may read and that were deleted by
         *     themselves. Files of a dossier that is in the trash itself come back with it, and are not listed. What stays longest is in front: what
         *     was deleted last, unless the retention was changed. What it costs does not depend on how many files there are.
         *
         *     Allowed for USER, MANAGER.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the own account
         * @description The account of the caller with the roles that the request has, its workspace and its preferences. Allowed for USER, MANAGER, USER_ADMIN, ADMIN, AUDITOR.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Store the own preferences
         * @description Replaces what the caller wants of programs that show things, such as the console. The service looks at none of it and tells nobody else. At most 16 KiB. Allowed for USER, MANAGER, USER_ADMIN, ADMIN, AUDITOR.
         */
        put: operations["updateMyPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Be told of events as they happen
         * @description Server-sent events of what the account may read at that moment, its own packages among them; administrators hear of templates and
         *     accounts, user administrators of accounts. The stream ends when the token does; go on with a new token and the last id.
         *
         *     Allowed for USER, MANAGER, USER_ADMIN, ADMIN.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the feed of events
         * @description What has happened that the account may read at this moment, in the order in which it happened, at least once, for as long as the event
         *     log is there: identifiers, and no content but the names of components. Begin with `after=0`, keep `nextAfter` once a page is handled, and
         *     go on with it. `nextAfter` moves over what is filtered away and what the account may not read, so a page may be empty although
         *     `hasMore` is true. With `wait` the answer comes as soon as there is an event, or when the time is over.
         *
         *     Administrators read of templates and accounts, user administrators of accounts, everybody of their own packages. Events that cannot be
         *     read until they are repaired hold the feed of their workspace, with 503.
         *
         *     Allowed for USER, MANAGER, USER_ADMIN, ADMIN.
         */
        get: operations["getEventFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The webhooks of the caller, oldest first; administrators see all of the workspace. Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description From now on sends what happens and the caller may read to an address, signed as Standard Webhooks have it. The answer shows the secret; no other answer does. An account may have twenty, unless the operator chose otherwise. Allowed for USER, MANAGER, USER_ADMIN, ADMIN.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description What is sent, where, and how far that is. Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN.
         */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Replaces the settings; what is left out has its default. What waits is sent to the new address. Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN (own records).
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing more is sent; address and secrets are gone for good. Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret
         * @description Messages are signed with the new secret and, for a day unless the operator chose otherwise, with the one before as well. The answer shows the secret; no other answer does. Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN (own records).
         */
        post: operations["rollWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a message of type webhook.test, which listWebhookDeliveries tells of. Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN (own records).
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What waits, dead letters, and what was delivered or withheld last, newest first. Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Sends a message once more, and tries that for as long as a new one; a dead letter is none any more. Allowed for USER (own records), MANAGER (own records), USER_ADMIN (own records), ADMIN (own records).
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Does the process answer?
         * @description Answers while the process does, without a token.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can the service take requests?
         * @description Tells load balancers whether requests are answered, without a token.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of every failure. */
        ErrorBody: {
            /**
             * Format: date-time
             * @description RFC 3339, whole seconds, Z.
             */
            timestamp: string;
            /** @description One English sentence that names the field or parameter. */
            message: string;
            code: components["schemas"]["ErrorCode"];
            field?: components["schemas"]["FaultyField"];
            /** @description The line at fault of a text file, such as a csv file, from 1. */
            row?: number;
            /** @description The entry at fault of a zip. */
            entry?: string;
            /** @description That of the request that was refused, as in X-Request-Id; the log of the service has it. */
            requestId: string;
            /** @description All faults that were found, at most 101, the one above first; left out when no field, row or entry is at fault. */
            errors?: components["schemas"]["RequestFault"][];
        };
        /** @description Names the failure for programs. Each code is explained in docs/errors.md; others may come. */
        ErrorCode: string;
        /** @description What is at fault: a JSON pointer (RFC 6901) into the body, which begins with /, or the name of a parameter, a header, or a part of the form. */
        FaultyField: string;
        /** @description One fault of a request. */
        RequestFault: {
            /** @description One English sentence. */
            message: string;
            code: components["schemas"]["ErrorCode"];
            field?: components["schemas"]["FaultyField"];
            /** @description Line of a text file, from 1. */
            row?: number;
            /** @description Of a zip. */
            entry?: string;
        };
        /** @description The body of a failure because components have changed. */
        ComponentsChanged: {
            /**
             * Format: date-time
             * @description RFC 3339, whole seconds, Z.
             */
            timestamp: string;
            /** @description One English sentence. */
            message: string;
            code: components["schemas"]["ErrorCode"];
            /** @description That of the request that was refused. */
            requestId: string;
            /** @description Version that components without an override have now, also those that are not in current. */
            version?: string;
            /** @description The components that the change names, as they are now; one that has no value is missing. Left out like version when they cannot be read. */
            current?: components["schemas"]["ComponentDetail"][];
        };
        /**
         * @description What a package holds of a file: its uploaded bytes, its marked PDF.
         * @enum {string}
         */
        DownloadFileType: "ORIGINAL" | "PREVIEW";
        /**
         * @description What a package holds: the uploaded bytes of its files, their marked PDFs, an evidence bundle of all that happened to them (or to the dossier and all files that it ever had), for docket audit verify-bundle. A package of EVIDENCE alone is the bundle itself, and has no reports unless they are asked for.
         * @enum {string}
         */
        PackageContent: "ORIGINAL" | "PREVIEW" | "EVIDENCE";
        /**
         * @description INCOMPLETE until both rule files are stored; INACTIVE outside validFrom to validTo.
         * @enum {string}
         */
        TemplateStatus: "ACTIVE" | "INACTIVE" | "INCOMPLETE";
        /**
         * @description PRIVATE: members only. PUBLIC: every user of the workspace may read.
         * @enum {string}
         */
        Visibility: "PRIVATE" | "PUBLIC";
        /**
         * @description Where people stand with a file.
         *
         *     | From | To | Who | What happens |
         *     |---|---|---|---|
         *     | NEW | UNDER_REVIEW | members | The caller becomes assignee. |
         *     | UNDER_REVIEW | NEW | members | Nobody has the file any more. |
         *     | UNDER_REVIEW | UNDER_APPROVAL | assignee, owner | The dossier has approvers; one of them becomes assignee. |
         *     | UNDER_REVIEW | APPROVED | assignee, owner | The dossier has no approvers, and the file is PROCESSED. |
         *     | UNDER_APPROVAL | APPROVED | assignee | The file is PROCESSED. |
         *     | UNDER_APPROVAL | UNDER_REVIEW | assignee, last reviewer, owner | The last reviewer becomes assignee. |
         *     | APPROVED | UNDER_REVIEW | owner, last approver | The last reviewer becomes assignee. |
         *
         *     New bytes of a file UNDER_APPROVAL or APPROVED lead back to UNDER_REVIEW.
         * @enum {string}
         */
        WorkflowStatus: "NEW" | "UNDER_REVIEW" | "UNDER_APPROVAL" | "APPROVED";
        /**
         * @description An ENTITY counts for components; a HINT points at something.
         * @enum {string}
         */
        EntityKind: "ENTITY" | "HINT";
        EntityDefinition: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dossierTemplateId: string;
            /** @description Snake case of the first display name; the type in rules and references. */
            technicalName: string;
            displayName: string;
            description: string;
            /**
             * Format: int32
             * @description Of two overlapping entities the one with the higher number stays.
             */
            rank: number;
            kind: components["schemas"]["EntityKind"];
            /** @description #RRGGBB */
            color: string;
            /** @description #RRGGBB */
            recommendationColor: string;
            hasDictionary: boolean;
            /** @description Of its dictionary. */
            caseSensitive: boolean;
            /**
             * Format: int32
             * @description Terms in the list entries.
             */
            entryCount: number;
            /**
             * Format: int32
             * @description Terms in the list false-positives.
             */
            falsePositiveCount: number;
            /**
             * Format: int32
             * @description Terms in the list false-recommendations.
             */
            falseRecommendationCount: number;
        };
        EntityDefinitionList: {
            entityDefinitions: components["schemas"]["EntityDefinition"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        /**
         * @description Only APPLIED ones are marked in previews and make components.
         * @enum {string}
         */
        EntityState: "APPLIED" | "SKIPPED" | "IGNORED" | "REMOVED";
        /**
         * @description Where the service stands with a file; busy unless PROCESSED or ERROR.
         * @enum {string}
         */
        ProcessingStatus: "UNPROCESSED" | "CONVERT" | "OCR" | "LAYOUT" | "ANALYSE" | "INDEX" | "PROCESSED" | "REPROCESS" | "ERROR";
        /**
         * @description READY and FAILED are final.
         * @enum {string}
         */
        DownloadState: "QUEUED" | "GENERATING" | "READY" | "FAILED";
        /**
         * @description MANAGER includes USER, ADMIN includes USER_ADMIN.
         * @enum {string}
         */
        Role: "USER" | "MANAGER" | "USER_ADMIN" | "ADMIN" | "AUDITOR";
        /** @description What a dossier is made after: rules, settings, definitions. */
        DossierTemplate: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string;
            /** Format: date-time */
            dateAdded: string;
            /** Format: date-time */
            dateModified: string;
            /**
             * Format: uuid
             * @description A user.
             */
            createdBy: string;
            /**
             * Format: uuid
             * @description A user.
             */
            modifiedBy: string;
            /** Format: date-time */
            validFrom: string | null;
            /** Format: date-time */
            validTo: string | null;
            status: components["schemas"]["TemplateStatus"];
            /** @description Watermark artifacts are left out before analysis and in previews. */
            removeWatermark: boolean;
            keepImageMetadata: boolean;
            /** @description Pages without usable text are recognised on upload. */
            ocrByDefault: boolean;
            keepHiddenText: boolean;
            keepOverlappingObjects: boolean;
            /** @description What people approve helps to read further files of the same layout: labels beside approved values lead to values. For rules that name InvoiceCandidate. Left out when off. */
            learnFromApproved?: boolean;
            applyDictionaryUpdatesToAllDossiersByDefault: boolean;
            /** @description Default file types of packages. */
            downloadFileTypes: components["schemas"]["DownloadFileType"][];
        };
        /** @description A template, and its settings when they are asked for. */
        DossierTemplateRead: components["schemas"]["DossierTemplate"] & {
            settings?: components["schemas"]["TemplateSettings"];
        };
        /** @description A template with all of its settings. */
        DossierTemplateWithSettings: components["schemas"]["DossierTemplate"] & {
            settings: components["schemas"]["TemplateSettings"];
        };
        TemplateSettings: {
            /** @description How long deleted dossiers and files are kept. Null: as the workspace says. */
            retentionHours: number | null;
            defaultDossierVisibility: components["schemas"]["Visibility"];
            /** @description Language codes of Tesseract; those that are not installed are left out. */
            ocrLanguages: string[];
            fileAttributesConfig: components["schemas"]["FileAttributesConfig"];
        };
        /** @description How csv files of file attributes are written. */
        FileAttributesConfig: {
            /** @description The column that names files. */
            keyColumn: string;
            encoding: components["schemas"]["MappingEncoding"];
            /** @description One character. */
            delimiter: string;
        };
        /** @description Fields that are left out stay; in a new template they have their defaults. */
        TemplateSettingsChange: {
            /** @description Null: as the workspace says. */
            retentionHours?: number | null;
            defaultDossierVisibility?: components["schemas"]["Visibility"];
            /** @description Language codes of Tesseract. */
            ocrLanguages?: string[];
            fileAttributesConfig?: components["schemas"]["FileAttributesChange"];
        };
        FileAttributesChange: {
            keyColumn?: string;
            /** @enum {string} */
            encoding?: "UTF-8" | "UTF-16" | "UTF_16BE" | "UTF_16LE" | "ISO-8859-1" | "US-ASCII";
            /** @description Exactly one character; neither a quote nor a line break. */
            delimiter?: string;
        };
        NewDossierTemplate: {
            /** @description Trimmed; 1 to 255 characters, unique in the workspace. */
            name: string;
            description?: string;
            /**
             * Format: date-time
             * @description Null: no limit.
             */
            validFrom?: string | null;
            /**
             * Format: date-time
             * @description Null: no limit. Not before validFrom.
             */
            validTo?: string | null;
            /**
             * @description Watermark artifacts are left out before analysis and in previews.
             * @default false
             */
            removeWatermark: boolean;
            /** @default false */
            keepImageMetadata: boolean;
            /**
             * @description Pages without usable text are recognised on upload.
             * @default true
             */
            ocrByDefault: boolean;
            /** @default false */
            keepHiddenText: boolean;
            /** @default false */
            keepOverlappingObjects: boolean;
            /**
             * @description What people approve helps to read further files of the same layout: labels beside approved values lead to values. For rules that name InvoiceCandidate.
             * @default false
             */
            learnFromApproved: boolean;
            /** @default false */
            applyDictionaryUpdatesToAllDossiersByDefault: boolean;
            /** @description Default file types of packages. */
            downloadFileTypes?: components["schemas"]["DownloadFileType"][];
            settings?: components["schemas"]["TemplateSettingsChange"];
        };
        DossierTemplateChange: {
            /** @description Trimmed; 1 to 255 characters, unique in the workspace. */
            name?: string;
            description?: string;
            /**
             * Format: date-time
             * @description Null: no limit.
             */
            validFrom?: string | null;
            /**
             * Format: date-time
             * @description Null: no limit. Not before validFrom.
             */
            validTo?: string | null;
            /** @description Watermark artifacts are left out before analysis and in previews. */
            removeWatermark?: boolean;
            keepImageMetadata?: boolean;
            /** @description Pages without usable text are recognised on upload. */
            ocrByDefault?: boolean;
            keepHiddenText?: boolean;
            keepOverlappingObjects?: boolean;
            /** @description What people approve helps to read further files of the same layout: labels beside approved values lead to values. For rules that name InvoiceCandidate. */
            learnFromApproved?: boolean;
            applyDictionaryUpdatesToAllDossiersByDefault?: boolean;
            /** @description Default file types of packages. */
            downloadFileTypes?: components["schemas"]["DownloadFileType"][];
            settings?: components["schemas"]["TemplateSettingsChange"];
        };
        TemplateName: {
            /** @description Trimmed; 1 to 255 characters, unique in the workspace. */
            name: string;
        };
        BundleErrors: {
            /** @description By file and place, at most 1,000. */
            errors: components["schemas"]["BundleError"][];
            code?: components["schemas"]["ErrorCode"];
            /** @description That of the request that was refused. */
            requestId?: string;
        };
        BundleError: {
            /** @description In the bundle. */
            file: string;
            /** @description From 1. */
            line: number;
            /** @description From 1, in characters. */
            column: number;
            /** @description What is wrong. */
            message: string;
        };
        DossierTemplateList: {
            dossierTemplates: components["schemas"]["DossierTemplate"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        AttributeValues: {
            /** @description Value by attribute identifier. */
            attributeIdToValue: {
                [key: string]: string;
            };
        };
        /** @description A container of files. */
        Dossier: {
            /** Format: uuid */
            id: string;
            /** @description Unique in the workspace. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            date: string;
            /** Format: uuid */
            dossierTemplateId: string;
            description: string;
            /** Format: uuid */
            ownerId: string;
            memberIds: string[];
            approverIds: string[];
            visibility: components["schemas"]["Visibility"];
            /**
             * Format: date-time
             * @description Time of the first file.
             */
            startDate: string | null;
            /** Format: date-time */
            dueDate: string | null;
            /** Format: uuid */
            dossierStatusId: string | null;
            /** Format: uuid */
            watermarkId: string | null;
            /** Format: uuid */
            previewWatermarkId: string | null;
            dossierAttributes: components["schemas"]["AttributeValues"];
            downloadFileTypes: components["schemas"]["DownloadFileType"][];
            reportTemplateIds: string[];
            /** Format: date-time */
            archivedTime: string | null;
            /** Format: date-time */
            softDeletedTime: string | null;
            /**
             * Format: date-time
             * @description Null in every record that can be read.
             */
            hardDeletedTime: string | null;
            counts?: components["schemas"]["DossierCounts"];
        };
        /** @description What is in a dossier, when includeCounts asks for it and the caller may read its files. Files in the trash count as softDeleted only. */
        DossierCounts: {
            /** Format: int64 */
            files: number;
            /** Format: int64 */
            pages: number;
            /** Format: int64 */
            softDeleted: number;
            /** Format: int64 */
            unassigned: number;
            /** Format: int64 */
            assignedToMe: number;
            /**
             * Format: int64
             * @description Files whose latest analysis changed a component.
             */
            hasUpdates: number;
            /**
             * Format: int64
             * @description Files with components that need a look and that nobody checked, or with rules that failed.
             */
            attention: number;
            /** @description Files by status; a status that no file has is left out. */
            workflowStatus: {
                [key: string]: number;
            };
            /** @description Files by status; a status that no file has is left out. */
            processingStatus: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @description Of the dossier or of one of its files.
             */
            lastChange: string;
        };
        DossierList: {
            dossiers: components["schemas"]["Dossier"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only, the dossiers of all pages; null where a text is looked for with `q`.
             */
            total?: number | null;
        };
        /** @description A dossier to be created, or what to change of one. A field that is left out keeps its value; null counts as left out, except for dueDate and dossierStatusId. */
        DossierRequest: {
            /**
             * Format: uuid
             * @description Left out or null: a dossier is created.
             */
            id?: string | null;
            /** @description Trimmed, NFC; 1 to 255 characters without control characters. */
            name: string;
            description?: string | null;
            /**
             * Format: date-time
             * @description Null clears it.
             */
            dueDate?: string | null;
            /** @description An active user with role MANAGER; default: the caller. */
            ownerId?: string | null;
            memberIds?: string[] | null;
            approverIds?: string[] | null;
            reportTemplateIds?: string[] | null;
            /** @description A dossier status definition of the template; null clears it. */
            dossierStatusId?: string | null;
        };
        /** @description Files that wait for another analysis. */
        ReanalysedFiles: {
            fileIds: string[];
        };
        FileExtractionRequest: {
            /** @description False to leave the file out of automatic analysis. */
            automatic: boolean;
        };
        /** @description Who is to work on a file. */
        FileAssigneeRequest: {
            /** @description A member of the dossier, while the file is UNDER_APPROVAL one of its approvers; null: nobody. */
            assigneeId: string | null;
        };
        /** @description Where a file is to stand among people. */
        WorkflowStatusRequest: {
            workflowStatus: components["schemas"]["WorkflowStatus"];
            /** @description Who is to approve, for UNDER_APPROVAL; left out: the only approver of the dossier. */
            approverId?: string | null;
        };
        /** @description Who is to work on files. */
        AssignFilesRequest: {
            /** @description A repeated one counts once. */
            fileIds: string[];
            /** @description A member of the dossier, for files that are UNDER_APPROVAL one of its approvers; null: nobody. */
            assigneeId: string | null;
        };
        /** @description Where files are to stand among people. */
        FilesWorkflowStatusRequest: {
            /** @description A repeated one counts once. */
            fileIds: string[];
            workflowStatus: components["schemas"]["WorkflowStatus"];
            /** @description Who is to approve, for UNDER_APPROVAL; left out: the only approver of the dossier. */
            approverId?: string | null;
        };
        /** @description Values of attributes for files. */
        FilesAttributesRequest: {
            /** @description A repeated one counts once. */
            fileIds: string[];
            /** @description Value by attribute identifier; an empty text or null removes the value. */
            attributeIdToValue: {
                [key: string]: string | null;
            };
        };
        /** @description What became of a change to chosen files. */
        ChangedFiles: {
            /** @description Files that are as asked for, in the order in which they were named. */
            fileIds: string[];
            /** @description Files that were left out; without skipInvalid only those that somebody else changed meanwhile. */
            skipped: components["schemas"]["SkippedFile"][];
        };
        SkippedFile: {
            /** Format: uuid */
            fileId: string;
            /** @description Why the file was left out: the sentence by which a request for it alone would be refused. */
            message: string;
        };
        /** @description Why a file could not be processed, while its processingStatus is ERROR; else null. */
        FileErrorInfo: {
            /** @enum {string} */
            service: "upload" | "conversion" | "ocr" | "layout" | "analysis" | "indexing";
            /** @description A sentence. */
            cause: string;
            /** @description The work queue. */
            queue: string;
            /** Format: date-time */
            timestamp: string;
        };
        /** @description A rule that failed in an analysis. Its values are missing; those of the other rules stand. */
        RuleFailure: {
            /** @description Its whole name. */
            rule: string;
            /**
             * @description Which rule file it stands in.
             * @enum {string}
             */
            file: "ENTITY" | "COMPONENT";
            /**
             * Format: int32
             * @description In the rule file, from 1.
             */
            line: number;
            /** @description The cause. */
            message: string;
            /** @description The function of the rule file that the line is in, empty when it is in a rule. */
            function: string;
        };
        /** @description Something of a document that was left out when it was read, that was changed, or that is in doubt. It holds no text of the document, but names of its parts. */
        FileFinding: {
            /** @description What it tells. More kinds may come. */
            kind: string;
            /**
             * Format: int32
             * @description From 1; null for the whole file.
             */
            page: number | null;
            /** @description The part of the file, such as a sheet with a cell or the name of an attachment; empty where there is none. */
            place: string;
            /**
             * Format: int64
             * @description How many characters, cells, pictures or parts it is about.
             */
            count: number;
            /** @description The same for people. */
            message: string;
            /** @description Values may be missing or wrong for it, so that the file needs a look. */
            mayChangeValues: boolean;
            box?: components["schemas"]["EntityBox"];
        };
        /** @description Everything known of a file but its content. */
        FileStatus: {
            /** Format: uuid */
            id: string;
            filename: string;
            /** Format: uuid */
            dossierId: string;
            /** Format: uuid */
            dossierTemplateId: string;
            /** Format: uuid */
            dossierStatusId: string | null;
            /** Format: uuid */
            uploader: string | null;
            /** Format: uuid */
            lastReviewer: string | null;
            /** Format: uuid */
            lastApprover: string | null;
            /** Format: uuid */
            assignee: string | null;
            workflowStatus: components["schemas"]["WorkflowStatus"];
            processingStatus: components["schemas"]["ProcessingStatus"];
            /** Format: int64 */
            numberOfPages: number;
            /** Format: int64 */
            numberOfOCRedPages: number;
            /** Format: int64 */
            numberOfPagesToOCR: number;
            /** Format: int64 */
            numberOfAnalyses: number;
            /**
             * Format: int64
             * @description Bytes of the uploaded original.
             */
            fileSize: number;
            /** @description SHA-256 of the uploaded original, in hexadecimal digits. */
            sha256?: string;
            duplicateOf?: components["schemas"]["DuplicateOf"];
            /**
             * Format: int64
             * @description Milliseconds of the latest analysis.
             */
            analysisDuration: number;
            /** @description An addition of Docket: milliseconds that each step of processing took when it ran last, by the processingStatus in which it runs; steps that the current version of the file has not gone through are left out. */
            stageDurations: {
                [key: string]: number;
            };
            /** Format: int64 */
            analysisVersion: number;
            /** Format: int64 */
            rulesVersion: number;
            /** Format: int64 */
            dictionaryVersion: number;
            /** Format: int64 */
            dossierDictionaryVersion: number;
            /** Format: int64 */
            legalBasisVersion: number;
            excludedPages: number[];
            hasRedactions: boolean;
            hasHints: boolean;
            hasImages: boolean;
            hasHighlights: boolean;
            hasSuggestions: boolean;
            hasUpdates: boolean;
            hasRequests: boolean;
            hasAnnotationComments: boolean;
            excluded: boolean;
            excludedFromAutomaticAnalysis: boolean;
            analysisRequired: boolean;
            dossierArchived: boolean;
            /** Format: date-time */
            added: string | null;
            /** Format: date-time */
            lastUpdated: string | null;
            /** Format: date-time */
            lastUploaded: string | null;
            /** Format: date-time */
            lastProcessed: string | null;
            /** Format: date-time */
            lastIndexed: string | null;
            /** Format: date-time */
            lastLayoutProcessed: string | null;
            /** Format: date-time */
            lastOCRTime: string | null;
            /** Format: date-time */
            ocrStartTime: string | null;
            /** Format: date-time */
            ocrEndTime: string | null;
            /** Format: date-time */
            lastManualChangeDate: string | null;
            /** Format: date-time */
            lastFileAttributeChange: string | null;
            /** Format: date-time */
            redactionModificationDate: string | null;
            /** Format: date-time */
            fileManipulationDate: string | null;
            /** Format: date-time */
            approvalDate: string | null;
            /** Format: date-time */
            softDeletedTime: string | null;
            fileAttributes: components["schemas"]["AttributeValues"];
            fileErrorInfo: components["schemas"]["FileErrorInfo"] | null;
            /**
             * Format: int32
             * @description Components that were extracted or added by people. Null: not known until the next analysis.
             */
            components: number | null;
            /**
             * Format: int32
             * @description Components with a reason to look at them that nobody has checked, as of the latest analysis and the overrides since then. Null: not known until the next analysis.
             */
            attention: number | null;
            /**
             * Format: int32
             * @description Components that somebody looked at and found right.
             */
            checked: number;
            /**
             * Format: int32
             * @description Components whose values people replaced.
             */
            overridden: number;
            /**
             * Format: int32
             * @description Rules that failed in the latest analysis; their values are missing. Left out when there are none.
             */
            failedRules?: number;
            /** @description The first 20 of the rules that failed. Left out when there are none. */
            ruleFailures?: components["schemas"]["RuleFailure"][];
            /** @description Something of the document was left out, changed or is in doubt, see fileFindings. Left out when nothing was. */
            hasFindings?: boolean;
            /** @description What was left out of the document, changed or is in doubt, as of the latest analysis. Left out when there is nothing. */
            fileFindings?: components["schemas"]["FileFinding"][];
        };
        /** @description Files by what lists are filtered by, among those that all other filters choose. Parts of names do not count as filters here. */
        FileCounts: {
            /** @description A status that no file has is left out. */
            workflowStatus: {
                [key: string]: number;
            };
            /** @description A status that no file has is left out. */
            processingStatus: {
                [key: string]: number;
            };
            assignee: {
                /** Format: int64 */
                me: number;
                /** Format: int64 */
                none: number;
            };
            /** Format: int64 */
            hasUpdates: number;
            /**
             * Format: int64
             * @description Files with components that need a look and that nobody checked, or with rules that failed.
             */
            attention: number;
        };
        /** @description A file as lists over several dossiers show it. */
        FileSummary: {
            /** Format: uuid */
            id: string;
            filename: string;
            /** Format: uuid */
            dossierId: string;
            dossierName: string;
            /** Format: uuid */
            dossierTemplateId: string;
            /** Format: int64 */
            numberOfPages: number;
            workflowStatus: components["schemas"]["WorkflowStatus"];
            processingStatus: components["schemas"]["ProcessingStatus"];
            /** Format: uuid */
            assignee: string | null;
            /**
             * Format: date-time
             * @description Of the dossier.
             */
            dueDate: string | null;
            /** Format: date-time */
            added: string;
            /** Format: date-time */
            lastUpdated: string;
            hasUpdates: boolean;
            analysisRequired: boolean;
            /**
             * Format: int32
             * @description As in a file status.
             */
            components: number | null;
            /**
             * Format: int32
             * @description As in a file status.
             */
            attention: number | null;
            /**
             * Format: int32
             * @description As in a file status.
             */
            checked: number;
            /**
             * Format: int32
             * @description As in a file status.
             */
            overridden: number;
            error: components["schemas"]["FileErrorInfo"] | null;
            /**
             * Format: int32
             * @description As in a file status.
             */
            failedRules?: number;
            /** @description As in a file status. */
            hasFindings?: boolean;
            duplicateOf?: components["schemas"]["DuplicateOf"];
            match?: components["schemas"]["TextMatch"];
        };
        FilePage: {
            files: components["schemas"]["FileSummary"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
            /**
             * Format: int64
             * @description Files on all pages. Null when names or contents are searched.
             */
            total: number | null;
            counts?: components["schemas"]["FileCounts"];
        };
        /** @enum {string} */
        FileSearchPlace: "name" | "attribute" | "value";
        /** @enum {string} */
        DossierSearchPlace: "name" | "attribute";
        /** @description Where the text that was looked for was found, when that is not the name. */
        TextMatch: {
            in: components["schemas"]["FileSearchPlace"];
            /**
             * Format: uuid
             * @description Of the attribute.
             */
            attributeId?: string;
            /** @description Name of the component. */
            component?: string;
            /** @description The value, or 200 characters of it around the text. */
            value: string;
        };
        /** @enum {string} */
        TrashKind: "DOSSIER" | "FILE";
        /** @description A dossier or a file in the trash. */
        TrashEntry: {
            kind: components["schemas"]["TrashKind"];
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * Format: uuid
             * @description Of a dossier, its own.
             */
            dossierId: string;
            dossierName: string;
            /** Format: uuid */
            dossierTemplateId: string;
            /**
             * Format: uuid
             * @description Of the dossier.
             */
            ownerId: string;
            /**
             * Format: int64
             * @description Bytes of the original of a file, null for a dossier.
             */
            size: number | null;
            /**
             * Format: int64
             * @description Files in a dossier. Null for a file, and when the caller may not read them.
             */
            files: number | null;
            /** @description The account that deleted it, null when no account did. */
            deletedBy: string | null;
            /** Format: date-time */
            softDeletedTime: string;
            /**
             * Format: date-time
             * @description When it is deleted permanently by itself.
             */
            purgeTime: string;
            /** @description Whether the caller may restore it. */
            mayRestore: boolean;
            /** @description Whether the caller may delete it permanently. */
            mayDeletePermanently: boolean;
        };
        TrashPage: {
            entries: components["schemas"]["TrashEntry"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
            /**
             * Format: int64
             * @description Entries on all pages.
             */
            total: number;
        };
        FileStatusList: {
            fileStatus: components["schemas"]["FileStatus"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages only; files on all of them. Null when names are searched.
             */
            total?: number | null;
            counts?: components["schemas"]["FileCounts"];
        };
        ResumableUpload: {
            /** Format: uuid */
            id: string;
            filename: string;
            /**
             * Format: int64
             * @description Bytes of the file.
             */
            length: number;
            /**
             * Format: int64
             * @description Bytes that the service has; length only when the file is made.
             */
            offset: number;
            /**
             * Format: date-time
             * @description When it is removed, unless bytes come before.
             */
            expires: string;
            /** @description What became of it. Left out as long as bytes are missing. */
            result?: components["schemas"]["UploadResult"];
        };
        UploadResult: {
            /** @description Stored files, in storing order. */
            fileIds: string[];
            /** @description Files that got attribute values from a csv. */
            processedFileIds: string[];
            /** @description Attributes that were set. */
            processedAttributes: string[];
            /** @description Files of fileIds that were there before. Left out when there are none. */
            replacedFiles?: components["schemas"]["ReplacedFile"][];
            /** @description Entries of a zip, or a csv, that nothing was made of, at most 1,000. Left out when there are none. */
            leftOut?: components["schemas"]["LeftOut"][];
            /** @description How many there are in all. Left out when there are none. */
            numberLeftOut?: number;
            /** @description Csvs of file attributes that were read. Left out when there are none. */
            csvs?: components["schemas"]["AppliedCsv"][];
            /** @description Files of fileIds whose bytes another file had before, see duplicateOf of a file status. Left out when there are none. */
            duplicates?: components["schemas"]["DuplicateFile"][];
            /** @description The code page by which names in a zip were read that does not tell it; they may be wrong. Left out where all is told. */
            namesReadAs?: string;
        };
        DuplicateFile: {
            /** Format: uuid */
            fileId: string;
            duplicateOf: components["schemas"]["DuplicateOf"];
        };
        /** @description The file that has had the same bytes longest, of all that the caller may read in the workspace and that are not soft-deleted, alone or with their dossiers; archived dossiers count. Left out when there is none, in reads of the past, and for API keys without a scope for reading files. */
        DuplicateOf: {
            /** Format: uuid */
            fileId: string;
            /** Format: uuid */
            dossierId: string;
            /** Format: uuid */
            dossierTemplateId: string;
        };
        ReplacedFile: {
            /** Format: uuid */
            fileId: string;
            filename: string;
            /** @description That the upload made. */
            version: number;
            /** @description Components whose overrides still hold. */
            keptOverrides: string[];
            /** @description Components whose overrides are gone; keepManualChanges keeps them. */
            removedOverrides: string[];
        };
        AppliedCsv: {
            /** @description Without its folder. */
            name: string;
            /** @description In the zip; empty for its root and without a zip. */
            folder: string;
            /** @description In which it was read: that of the template, or one that was found out, also windows-1252. */
            encoding: string;
            /** @description With which it was read: that of the template, or one that was found out. */
            delimiter: string;
            /** @description Below the header. */
            numberOfRows: number;
            /** @description Rows that name no file of the dossier. */
            numberOfUnmatchedRows: number;
            /** @description Cells whose value does not fit the type of the attribute. */
            numberOfSkippedCells: number;
            /** @description Which they are, at most 200. Left out when there are none. */
            skippedCells?: components["schemas"]["SkippedCell"][];
        };
        SkippedCell: {
            /** @description From 1, that of the header if nothing stands above it; empty ones do not count. */
            row: number;
            /** @description As the header has it; its number where the header has none. */
            column: string;
            /** @description number or date: it is none; ambiguous: a date that can be read either way; image; text: too long; column: the header has none. */
            reason: string;
            /** @description The same for people. */
            message: string;
        };
        LeftOut: {
            /** @description Without its folder. */
            name: string;
            /** @description In the zip; empty for its root. */
            folder: string;
            /** @description One word: hidden, name, type, empty, content, refused, table, changed, duplicate. Others may come. */
            reason: string;
            /** @description The reason as a sentence. */
            message: string;
        };
        RuleErrors: {
            /** @description By place, at most 1,000. */
            errors: components["schemas"]["RuleError"][];
            code?: components["schemas"]["ErrorCode"];
            /** @description That of the request; left out when the rules have no errors or were only checked. */
            requestId?: string;
        };
        RuleError: {
            /** @description From 1. */
            line: number;
            /** @description From 1, in characters. */
            column: number;
            /** @description What is wrong. */
            message: string;
        };
        /** @description By line. */
        DateFormatErrors: components["schemas"]["DateFormatError"][];
        DateFormatError: {
            /** @description From 1. */
            line: number;
            /** @description As written; empty for a file that is not UTF-8. */
            pattern: string;
            /** @description What is wrong. */
            message: string;
        };
        /** @description Exactly one part named file, and no other. */
        UploadForm: {
            /** Format: binary */
            file: string;
        };
        /** @description Exactly one part named file. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused. */
        RuleForm: {
            /** Format: binary */
            file: string;
        };
        /** @description Exactly one part named file, whose file name ends in pdf, docx, xlsx, pptx, jpg, jpeg, png, tif, tiff, csv or zip. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused. */
        DocumentForm: {
            /** Format: binary */
            file: string;
        };
        EntityReference: {
            /** Format: uuid */
            id: string;
            entityRuleId: string;
            /** @description Technical name of the entity. */
            type: string;
            /**
             * Format: int32
             * @description From 1, where the entity begins; 0 for one without a place.
             */
            page: number;
        };
        /**
         * @description Original value, rule and references come from the analysis alone. With an override they are those of the extracted value that it stands for,
         *     empty where there is none.
         */
        ComponentValue: {
            /** @description Names the value within its component. That of an extracted one follows from its rule, entities and text, so that the same document, rules and program give the same again. */
            valueId: string;
            /** @description The valueId of the extracted value that this one is, or stands for; null for one that a person added, and for one whose extracted value the latest analysis has not found any more, which attention tells as OVERRIDE_BASE_GONE. */
            basedOn: string | null;
            /** @description As it counts, override included. */
            value: string;
            normalized?: components["schemas"]["NormalizedValue"];
            /**
             * Format: double
             * @description How likely the value is right, in hundredths. Left out for a value that a person gave, and, where no other source tells the value, for one without entities and one of rules that do not tell how often they are right.
             */
            confidence?: number;
            evidence?: components["schemas"]["ValueEvidence"];
            /** @description What sources beside the page have for the value, such as an e-invoice inside the file. Left out where there are none. */
            otherSources?: components["schemas"]["OtherSource"][];
            /** @description As extracted. */
            originalValue: string;
            /** @description Group.Unit.Number of the rule that extracted it. */
            componentRuleId: string;
            /** @description Of the override if it gives one, else of the rule. */
            valueDescription: string;
            /** @description The entities that the extracted value was built from. */
            entityReferences: components["schemas"]["EntityReference"][];
            /** @description Where people found an overriding value; empty unless its override tells. */
            places: components["schemas"]["EntityPosition"][];
            /** @description What a row has in its columns, in the order of the document; empty cells are left out. Left out for values that are no rows. People correct cells by their column, or by the text of the row with ' | ' between them; a text with more or less of them has no cells. */
            cells?: components["schemas"]["ComponentCell"][];
        };
        ComponentCell: {
            /** @description Name of the column: technical name of the entities that the cell is built from. */
            column: string;
            /** @description As it counts, override included. */
            value: string;
            /** @description As extracted; empty where nothing was. */
            originalValue: string;
            normalized?: components["schemas"]["NormalizedValue"];
            /** @description The entities that the cell was built from. */
            entityReferences: components["schemas"]["EntityReference"][];
        };
        /** @description Something that is no part of the page and tells a value, too. */
        OtherSource: {
            /** @description What it is, for people. */
            source: string;
            /** @description As it has it. */
            value: string;
            /** @description Whether it is the value of the component. */
            agrees: boolean;
        };
        /** @description The facts that the confidence of a value rests on, those of its weakest entity. Left out without one. */
        ValueEvidence: {
            /**
             * Format: double
             * @description Share of what the rule finds that is right, as its template tells.
             */
            ruleStrength: number;
            /**
             * Format: int32
             * @description Other places where the rules have found the same value, 3 at most.
             */
            agreeing: number;
            /** @description The document has the text of the value elsewhere, too. */
            mentioned: boolean;
            /** @description It stands in a table cell that another reading of the page would part or join. */
            uncertain: boolean;
            /**
             * Format: int32
             * @description How sure text recognition is of the least sure word of it, in percent; left out for text that was not recognised.
             */
            recognition?: number;
            scorer?: components["schemas"]["ScorerVerdict"];
        };
        /** @description What a scorer that the rules asked holds of a value. Left out where they asked none. */
        ScorerVerdict: {
            /**
             * Format: int32
             * @description 1: the value is its best candidate; 2: the next one; 0: neither.
             */
            rank: number;
            /**
             * Format: double
             * @description How sure it is of its best candidate, in hundredths.
             */
            confidence: number;
        };
        /** @description The one form of a value for programs, by the format of its component definition; of an override, that of its own text. Left out where the definition has no type, or the text is not surely of it. Where a text leaves something open, such as the order of day and month, the other values of the file decide. */
        NormalizedValue: {
            /** @description NUMBER, AMOUNT, DATE, DATE_MONTH_FIRST, CURRENCY, IBAN, VAT_ID or COUNTRY. Others may come. */
            type: string;
            /** @description NUMBER and AMOUNT: a decimal such as -1234.50; dates: yyyy-MM-dd; CURRENCY: ISO 4217; IBAN and VAT_ID: without blanks; COUNTRY: ISO 3166, two letters. */
            value: string;
            /** @description Of an AMOUNT: the one beside it, or else that of the file, as ISO 4217; left out where it is not known. */
            currency?: string;
        };
        ComponentDetail: {
            /** @description As the rule wrote it, or the override that added it: the key in components. */
            name: string;
            /** @description The name in snake case: technicalName of its component definition, where the template has one. */
            technicalName: string;
            /** @description Another one after each change of the override, and without one after each analysis; If-Match takes it, in quotes. */
            version: string;
            componentValues: components["schemas"]["ComponentValue"][];
            overridden: components["schemas"]["OverrideMade"] | null;
            checked: components["schemas"]["ComponentCheck"] | null;
            /** @description Why somebody should look at the component; empty for no reason. */
            attention: components["schemas"]["ComponentAttention"][];
            /** @description What a scorer that the rules asked offers as the value, the best first: for a component that has none, or only values with a confidence below 0.9. Left out where there is nothing. */
            candidates?: components["schemas"]["ComponentCandidate"][];
        };
        /** @description A piece of the document that may be the value of a component. */
        ComponentCandidate: {
            /** @description In one form: days as yyyy-MM-dd, amounts with a point, IBANs and VAT ids without blanks, others as printed. */
            value: string;
            /**
             * Format: double
             * @description How likely it is right, in hundredths.
             */
            confidence: number;
            /** @description What counts most in its score. */
            reasons: components["schemas"]["CandidateReason"][];
            /** @description Where it stands, one for each page. */
            places: components["schemas"]["EntityPosition"][];
        };
        /** @description A part of the score of a candidate. */
        CandidateReason: {
            /** @description In English. */
            text: string;
            /**
             * Format: double
             * @description By how much it raised the score; negative where it lowered it.
             */
            weight: number;
            /** @description What the reason is about, for programs that word it themselves. LABEL_INSIDE, LABEL_LEFT, LABEL_ABOVE, LABEL_SECOND, LABEL_COLUMN, LABEL_BELOW, LABEL_SECTION, LABEL_ROW, LABEL_BEHIND, LABEL_PARTY: a label that stands there; the same with NO_ before it: that none does. REMEMBERED: approved files of this layout have it beside a label. DAYS, FORM, HEADLINE, IS_LABEL, LINE, NAME, NEIGHBOURS, ORDER, PAGE, PARTY, PLACE, SIZE, SUMS, TABLE, TIMES: see text. Others may come. Left out in results of earlier versions. */
            code?: string;
            /** @description What the label names, such as no (invoice number), date, due or total. Only of reasons about labels. */
            concept?: string;
            /** @description The text of the label, in lower case. Only of REMEMBERED. */
            label?: string;
            /**
             * Format: int32
             * @description How many approved files have the value beside that label. Only of REMEMBERED.
             */
            files?: number;
        };
        /** @description Who looked at the component as it is and found it right; null when nobody did. */
        ComponentCheck: {
            /**
             * Format: uuid
             * @description A user.
             */
            by: string;
            /** Format: date-time */
            at: string;
        };
        /** @description A fact about a component that makes it worth a look. */
        ComponentAttention: {
            /** @description OVERLAPPED: another entity at the place of its own was skipped; CHANGED: its values differ from the analysis before; OVERRIDE_STALE: what was extracted has changed under its override; OVERRIDE_BASE_GONE: a value stands for one that is not extracted any more; UNCERTAIN: it was found in a table cell that another reading of the page would part or join, and its values do not all have a confidence of 0.7 or more; DOUBTFUL: the confidence of a value is below 0.7; CONTRADICTED: another source, such as an e-invoice inside the file, has another value. By what its definition expected at the analysis: MISSING: it has no value and is required; SEVERAL: it has more than one value; MISFIT: a value does not fit the format. With values as people corrected them: SUM_MISMATCH: numbers do not meet a check of the definition; LIMIT_EXCEEDED: a number or day is larger than one that it must not exceed; ROW_INCOMPLETE: a row has no proper value in a column that requires one. Others may come. */
            code: string;
            /** @description What the code means here: the entities that were skipped, the values before, what is extracted now or was before, the entities in such cells, doubtful values with their confidence, the values of other sources, how many values there are, or those that do not fit; the figures that do not agree, or the columns, of rows behind their number from 1. May be empty. */
            detail: string;
        };
        /** @description Who put the values in place of the extracted ones, and when; null when nobody did. */
        OverrideMade: {
            /**
             * Format: uuid
             * @description A user.
             */
            by: string;
            /** Format: date-time */
            at: string;
            /** @description Why, in words of that person; may be empty. */
            note: string;
        };
        /** @description What was extracted from a file, overrides applied. */
        FileComponents: {
            /** Format: uuid */
            dossierTemplateId: string;
            /** Format: uuid */
            dossierId: string;
            /** Format: uuid */
            fileId: string;
            filename: string;
            /** @description Values by component name, in display order. A key in snake case is the technicalName of its component definition, as Invoice_Number and InvoiceNumber belong to invoice_number; componentDetails names both. */
            components: {
                [key: string]: string[];
            };
            /**
             * Format: int32
             * @description Rules that failed in the analysis: values are missing. Left out when there are none.
             */
            failedRules?: number;
            /** @description Only when details were asked for. */
            componentDetails?: components["schemas"]["ComponentDetail"][];
            /** @description Components that have no value, not even an override, and that the template required when the file was analysed; in display order, each with the attention MISSING. Only when details were asked for. */
            missingComponents?: components["schemas"]["ComponentDetail"][];
            /** @description Components that have no value and that the template did not require, and for which there are candidates; in display order. Left out where there are none, and when no details were asked for. */
            offeredComponents?: components["schemas"]["ComponentDetail"][];
            /** @description Version of all components without an override, also of those that have no value. Only when details were asked for. */
            version?: string;
        };
        /** @description What rules and dictionaries marked in a file. */
        FileEntities: {
            /** Format: uuid */
            dossierTemplateId: string;
            /** Format: uuid */
            dossierId: string;
            /** Format: uuid */
            fileId: string;
            filename: string;
            /** @description Empty until the layout is known. */
            pages: components["schemas"]["PageSize"][];
            entities: components["schemas"]["FileEntity"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        /** @description A page in PDF points, before it is turned. */
        PageSize: {
            /**
             * Format: int32
             * @description From 1.
             */
            page: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
            /**
             * Format: int32
             * @description Degrees clockwise by which viewers turn the page: 0, 90, 180 or 270.
             */
            rotation: number;
        };
        /** @description A piece of the text that a rule or a dictionary marked. */
        FileEntity: {
            /**
             * Format: uuid
             * @description Stable while type, place and text stay.
             */
            id: string;
            /** @description Technical name. */
            type: string;
            /** @description Of the entity definition, else the technical name. */
            displayName: string;
            kind: components["schemas"]["EntityKind"];
            state: components["schemas"]["EntityState"];
            value: string;
            /** @description Group.Unit.Number */
            entityRuleId: string;
            reason: string;
            /** @description #RRGGBB */
            color: string;
            /**
             * Format: int32
             * @description Of the entity definition, 0 without one.
             */
            rank: number;
            textBefore: string;
            textAfter: string;
            /** @description The nearest headline. */
            section: string;
            /** @description Components with a value that was built from the entity. */
            componentNames: string[];
            positions: components["schemas"]["EntityPosition"][];
        };
        /** @description Where on a page an entity stands. */
        EntityPosition: {
            /**
             * Format: int32
             * @description From 1.
             */
            page: number;
            /** @description One for each line of text. */
            boxes: components["schemas"]["EntityBox"][];
        };
        /** @description A box in PDF points; the origin is the lower left corner of the page before it is turned. */
        EntityBox: {
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /** @description The words of a page. */
        PageText: {
            /**
             * Format: int32
             * @description From 1.
             */
            page: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
            /**
             * Format: int32
             * @description Degrees clockwise by which viewers turn the page: 0, 90, 180 or 270.
             */
            rotation: number;
            /** @description The text was recognised from the image of a scan, here or before the upload. */
            ocr: boolean;
            lines: components["schemas"]["TextLine"][];
        };
        TextLine: {
            /** @description The element of the tree that the line belongs to (getFileTree), null for none. */
            node: string | null;
            /** @description A word is a list of six: the text; x, y, width and height of its box in PDF points, with the origin in the lower left corner of the page before it is turned; and how sure text recognition was of it, from 0 to 100, null when that is not known. */
            words: (string | (number | null))[][];
        };
        /** @description The tree of a document, in the form that docket layout prints. */
        FileTree: {
            pages: components["schemas"]["TreePage"][];
            /** @description In reading order, headers and footers behind the main body. */
            nodes: components["schemas"]["TreeNode"][];
        };
        /** @description A page in PDF points, before it is turned. */
        TreePage: {
            /**
             * Format: int32
             * @description From 1.
             */
            number: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
            /**
             * Format: int32
             * @description Degrees clockwise by which viewers turn the page: 0, 90, 180 or 270.
             */
            rotation: number;
            /** @description Why the page is empty or lacks text, for people; missing for nearly all pages. */
            note?: string;
        };
        /** @description An element of the layout. */
        TreeNode: {
            /** @description Its name in this tree; another reading of the document may give another one. */
            id: string;
            /** @description SUPER_SECTION, SECTION, HEADLINE, PARAGRAPH, TABLE, IMAGE, HEADER, FOOTER; others may come. */
            type: string;
            /**
             * Format: int32
             * @description Of a headline only, 1 is the topmost.
             */
            level?: number;
            /** @description Of a special paragraph only: LIST_ITEM, FOOTNOTE or CAPTION. */
            role?: string;
            /**
             * Format: int32
             * @description On which it begins, from 1; 0 when it has no place.
             */
            page: number;
            box: components["schemas"]["TreeNodeBox"] | null;
            /** @description Only of an element that stands on several pages. */
            boxes?: components["schemas"]["TreeBox"][];
            /** @description Empty for an element that holds others, and for tables, whose cells have it. */
            text: string;
            image?: components["schemas"]["TreeImage"];
            /**
             * Format: int32
             * @description Of a table only.
             */
            rows?: number;
            /**
             * Format: int32
             * @description Of a table only.
             */
            cols?: number;
            /** @description Of a table only, in reading order. */
            cells?: components["schemas"]["TreeCell"][];
            /** @description In reading order. */
            children: components["schemas"]["TreeNode"][];
        };
        /** @description A cell of a table. */
        TreeCell: {
            id: string;
            /**
             * Format: int32
             * @description From 0.
             */
            row: number;
            /**
             * Format: int32
             * @description From 0.
             */
            col: number;
            /**
             * Format: int32
             * @description At least 1.
             */
            rowSpan: number;
            /**
             * Format: int32
             * @description At least 1.
             */
            colSpan: number;
            /** @description It names its column or row. */
            header: boolean;
            /** @description Only where true: another reading of the page would part or join its text otherwise. */
            uncertain?: boolean;
            /**
             * Format: int32
             * @description On which it begins, from 1; 0 when it has no place.
             */
            page: number;
            box: components["schemas"]["TreeNodeBox"] | null;
            /** @description Only of a cell that stands on several pages. */
            boxes?: components["schemas"]["TreeBox"][];
            text: string;
        };
        /** @description The box of an element on its page, in PDF points; null when it has no place. */
        TreeNodeBox: {
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /** @description A box on a page. */
        TreeBox: {
            /**
             * Format: int32
             * @description From 1.
             */
            page: number;
            box: components["schemas"]["EntityBox"];
        };
        /** @description Of an image only. */
        TreeImage: {
            /** @description LOGO, FORMULA, SIGNATURE, OTHER, OCR or GRAPHIC. */
            type: string;
            /** @description Given when it is. */
            transparent?: boolean;
        };
        FileComponentsList: {
            files: components["schemas"]["FileComponents"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages only; active files of the dossier.
             */
            total?: number | null;
        };
        OverrideReference: {
            /** Format: uuid */
            id?: string;
            entityRuleId?: string | null;
            type?: string | null;
            /** Format: int32 */
            page?: number | null;
        };
        /** @description A box in PDF points; the origin is the lower left corner of the page before it is turned. */
        OverrideBox: {
            /** Format: double */
            x: number;
            /** Format: double */
            y: number;
            /** Format: double */
            width: number;
            /** Format: double */
            height: number;
        };
        /** @description A part of a page, or the page as a whole without boxes. */
        OverridePlace: {
            /**
             * Format: int32
             * @description From 1, at most the number of pages of the file.
             */
            page: number;
            /** @description One for each line of text. */
            boxes?: components["schemas"]["OverrideBox"][];
        };
        /**
         * @description basedOn tells which value, as read, this one stands for. When no value of a request has it, original value and references tell, so that values that were
         *     read can be sent back with other texts. When these are not sent either, the values are aligned with those that are there: equal ones keep what
         *     they have, and what is between two equal ones is paired in its order. What is shown as extracted always comes from the analysis: where a request
         *     says something else it is dropped, and the event of the override in the history names it as droppedClaims.
         */
        OverrideValue: {
            /** @description A valueId of the component; empty, or null beside values that have one, for a new value. */
            basedOn?: string | null;
            /** @description May be left out of rows that are given by their cells. */
            value?: string;
            /** @description Cells of a row; those that are not named stay as they are. They count before value, unless only value differs from what is there. */
            cells?: components["schemas"]["OverrideCell"][] | null;
            /** @description Only tells which value is meant. */
            originalValue?: string | null;
            /** @description Only tells which value is meant. */
            componentRuleId?: string | null;
            /** @description Default: that of the extracted value that this one stands for. */
            valueDescription?: string | null;
            /** @description Only tells which value is meant. */
            entityReferences?: components["schemas"]["OverrideReference"][] | null;
            /** @description Where the value stands in the document. Default: as before as long as the text stays the same. */
            places?: components["schemas"]["OverridePlace"][] | null;
        } | unknown | unknown;
        OverrideCell: {
            /** @description One of those that rows of the component have or its definition names; any for a component without either. */
            column: string;
            /** @description An empty one takes the cell away. */
            value: string;
        };
        ValueRequest: {
            /** @description May be left out of rows that are given by their cells. */
            value?: string;
            /** @description Cells of a row; those that are not named stay as they are. */
            cells?: components["schemas"]["OverrideCell"][] | null;
            /** @description Where the value stands in the document. Default: as before as long as the text stays the same. */
            places?: components["schemas"]["OverridePlace"][] | null;
            /** @description Why, for those who read the override later. Kept as secret as the document. */
            note?: string | null;
        } | unknown | unknown;
        AddedValueRequest: {
            /** @description May be left out of rows that are given by their cells. */
            value?: string;
            /** @description Cells of a row. */
            cells?: components["schemas"]["OverrideCell"][] | null;
            /** @description Where the value stands in the document. */
            places?: components["schemas"]["OverridePlace"][] | null;
            /** @description Why, for those who read the override later. Kept as secret as the document. */
            note?: string | null;
            /** @description The valueId of the value that it stands before. Default: behind the last. */
            before?: string | null;
        } | unknown | unknown;
        OverrideRequest: {
            /** @description Equal snake case forms name the same component; HTTPServer is http_server, and httpserver names it too. */
            name: string;
            /** @description Replaces all values; may be empty. All of them together may have 384 KiB as JSON, so not each of 1,000 may have 32,000 characters. */
            componentValues: components["schemas"]["OverrideValue"][];
            /** @description Why, for those who read the override later. Kept as secret as the document. */
            note?: string | null;
        };
        RevertRequest: {
            /** @description Component names. */
            components: string[];
        };
        ComponentChecksRequest: {
            /** @description Components that somebody looked at and found right. */
            checked?: string[];
            /** @description Components of which the check is taken back. */
            unchecked?: string[];
        };
        ComponentOverride: {
            /** @description As the rule wrote it, or the override that added it: the key in components. */
            name: string;
            /** @description The name in snake case: technicalName of its component definition, where the template has one. */
            technicalName: string;
            /** @description Another one after each change of the override; If-Match takes it, in quotes. */
            version: string;
            componentValues: components["schemas"]["ComponentValue"][];
            overridden: boolean;
            override: components["schemas"]["OverrideMade"] | null;
        };
        ComponentOverrideList: {
            /** Format: uuid */
            dossierTemplateId: string;
            /** Format: uuid */
            dossierId: string;
            /** Format: uuid */
            fileId: string;
            componentOverrideModels: components["schemas"]["ComponentOverride"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        DownloadRequest: {
            /** @description Refused unless empty. Chosen files have an operation of their own (createFilesDownload). */
            fileIds?: string[] | null;
            /** @description Default: those of the dossier template at the time of the request. */
            downloadFileTypes?: components["schemas"]["PackageContent"][] | null;
            /** @description Default: those of the dossier, which begins with the ones that its template marks as activeByDefault. */
            reportTemplateIds?: string[] | null;
            /** @description #RRGGBB or RRGGBB; default: each entity's own. */
            redactionPreviewColor?: string | null;
        };
        /** @description Files of the dossier. */
        FileIds: {
            /** @description A repeated one counts once. */
            fileIds: string[];
        };
        /** @description Which files are tried again; an empty object stands for all of the dossier that are in ERROR. */
        RetryFilesRequest: {
            /** @description A repeated one counts once. */
            fileIds?: string[];
            /** @description Only files that failed for this: the cause of their error, as it is. */
            cause?: string;
        };
        FilesDownloadRequest: {
            /** @description A repeated one counts once. */
            fileIds: string[];
            /** @description Default: the dossier's. */
            downloadFileTypes?: components["schemas"]["PackageContent"][] | null;
            /** @description Default: the dossier's. */
            reportTemplateIds?: string[] | null;
            /** @description #RRGGBB or RRGGBB; default: each entity's own. */
            redactionPreviewColor?: string | null;
        };
        DownloadStatus: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            filename: string;
            mimeType: string;
            /** @description Empty without error. */
            errorCause: string;
            status: components["schemas"]["DownloadState"];
            /** Format: date-time */
            creationDate: string;
            /** Format: date-time */
            lastDownload: string | null;
            /**
             * Format: int64
             * @description Bytes; 0 until READY.
             */
            fileSize: number;
            /** Format: uuid */
            dossierId: string;
            fileIds: string[];
            downloadFileTypes: components["schemas"]["PackageContent"][];
            reportTemplateIds: string[];
            /** @description What was asked for and is not in the package; NOT_INCLUDED.txt in it lists the same, and of which files rules failed. Empty until READY or FAILED. */
            omitted?: components["schemas"]["Omission"][];
            /**
             * Format: date-time
             * @description When the package is deleted by itself; null for never.
             */
            expires?: string | null;
        };
        Omission: {
            /** Format: uuid */
            fileId: string;
            /** @enum {string} */
            part: "ORIGINAL" | "PREVIEW" | "REPORT";
            /**
             * @description STILL_PROCESSING: the time that a package waits for files was over.
             * @enum {string}
             */
            reason: "FILE_DELETED" | "PROCESSING_FAILED" | "STILL_PROCESSING";
        };
        /**
         * @description No file is dealt with yet; some are; all are; the dossier was deleted for good meanwhile; files were left as they were because that was asked for.
         * @enum {string}
         */
        OperationState: "QUEUED" | "RUNNING" | "DONE" | "FAILED" | "CANCELLED";
        /** @description A request that was answered before its work was done. */
        Operation: {
            /** Format: uuid */
            id: string;
            /** @description The operation of the request, by operationId. */
            kind: string;
            state: components["schemas"]["OperationState"];
            /** Format: uuid */
            dossierTemplateId: string;
            /** Format: uuid */
            dossierId: string;
            /** Format: date-time */
            created: string;
            /**
             * Format: date-time
             * @description null as long as it is not over.
             */
            ended: string | null;
            /** @description Files that it has not come to are left as they are. */
            cancelRequested: boolean;
            /** @description Files of the request. */
            total: number;
            /** @description Of them those that it has dealt with, whether they are as asked for or left out. */
            done: number;
            result?: components["schemas"]["ChangedFiles"];
            analysis?: components["schemas"]["OperationAnalysis"];
            error?: components["schemas"]["RequestFault"];
        };
        /** @description Of operations that have files analysed: how far the analyses are, which go on after its end. */
        OperationAnalysis: {
            /** @description Files that it has had asked for so far. */
            requested: number;
            /** @description Of them those whose analysis, this or a later one, has not ended yet. */
            waiting: number;
        };
        OperationList: {
            operations: components["schemas"]["Operation"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        DownloadStatusList: {
            downloadStatus: components["schemas"]["DownloadStatus"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        User: {
            /** Format: uuid */
            id: string;
            username: string;
            firstName: string;
            lastName: string;
            /** @description By name. */
            roles: components["schemas"]["Role"][];
            /** @description True exactly when the account has a role. */
            active: boolean;
            /** @description True for the account of a program, which signs in with the secret of its client; left out for a person's. */
            serviceAccount?: boolean;
        };
        /** @description Any JSON object. */
        Preferences: {
            [key: string]: unknown;
        };
        /** @description The account that asks. */
        Me: {
            /** Format: uuid */
            id: string;
            username: string;
            firstName: string;
            lastName: string;
            email: string;
            /** @description By name, as they were given; MANAGER includes USER and ADMIN includes USER_ADMIN. */
            roles: components["schemas"]["Role"][];
            /** @description True for the account of a program. */
            serviceAccount: boolean;
            /** @description The short name of the workspace. */
            workspace: string;
            preferences: components["schemas"]["Preferences"];
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The account that the key acts as.
             */
            userId: string;
            name: string;
            /** @description Operations that the key is for, by operationId, sorted. */
            scopes: string[];
            /** @description Networks that requests with the key may come from; none means any. */
            addresses: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /**
             * Format: date-time
             * @description Left out for a key that was not revoked.
             */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description The hour of the last use, as far as it was noted; left out for a key that was not used.
             */
            lastUsedAt?: string;
            status: components["schemas"]["ApiKeyStatus"];
        };
        /**
         * @description Whether the key has ended. One whose account is disabled is refused too, until the account has a role again.
         * @enum {string}
         */
        ApiKeyStatus: "ACTIVE" | "EXPIRED" | "REVOKED";
        ApiKeyList: {
            apiKeys: components["schemas"]["ApiKey"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        NewApiKey: {
            /** @description What the key is for, in words. */
            name: string;
            /** @description Operations, by operationId, which the roles of the account allow. `docket user permissions` lists them. createApiKey is none. */
            scopes: string[];
            /**
             * Format: date-time
             * @description When the key ends. Default, and latest: a year, unless the operator chose otherwise.
             */
            expiresAt?: string | null;
            /** @description Addresses and networks (CIDR) that requests may come from; none means any. */
            addresses?: string[] | null;
        };
        CreatedApiKey: {
            /** @description The text of the key, shown this once. It matches `dkt_[a-z0-9]{1,32}_[0-9a-f]{32}_[0-9A-Za-z]{49}`; the last six characters are a checksum. */
            key: string;
            apiKey: components["schemas"]["ApiKey"];
        };
        OAuthClient: {
            id: string;
            /** @description What the sign-in page calls it; empty for its id. */
            title: string;
            /** @description Whether it proves itself by nothing, so that PKCE is compulsory. */
            public: boolean;
            redirectUris: string[];
            postLogoutUris: string[];
            /** @description Whether it may send passwords, where the workspace allows it. */
            passwordGrant: boolean;
            requirePkce: boolean;
            secrets: components["schemas"]["ClientSecret"][];
            jwks?: components["schemas"]["Jwks"];
            /**
             * Format: uuid
             * @description The account that it acts as without a person; left out for none.
             */
            serviceAccountId?: string;
        };
        ClientSecret: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Left out for one from before secrets had times.
             */
            createdAt?: string;
        };
        /** @description A JSON Web Key Set (RFC 7517) of public keys with a kid each: RSA of 2048 bits or more, EC P-256, Ed25519. The client signs assertions with them (private_key_jwt, RFC 7523). */
        Jwks: {
            keys: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        OAuthClientList: {
            clients: components["schemas"]["OAuthClient"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        NewOAuthClient: {
            /** @description 1 to 100 letters, digits or . _ - @ */
            id: string;
            title?: string;
            /**
             * @description Without a secret, for what runs in browsers and on phones.
             * @default false
             */
            public: boolean;
            /** @description Addresses that codes are sent to, compared exactly. */
            redirectUris?: string[];
            postLogoutUris?: string[];
            /** @default false */
            passwordGrant: boolean;
            /** @default false */
            requirePkce: boolean;
            jwks?: components["schemas"]["Jwks"];
            /** @description Roles of an account service-account-ID, which the client acts as without a person; left out for none. */
            serviceAccountRoles?: components["schemas"]["Role"][];
        };
        OAuthClientChange: {
            title?: string;
            redirectUris?: string[];
            postLogoutUris?: string[];
            passwordGrant?: boolean;
            requirePkce?: boolean;
            /** @description As Jwks; null takes the keys away. */
            jwks?: {
                [key: string]: unknown;
            } | null;
            serviceAccountRoles?: components["schemas"]["Role"][] | null;
        };
        CreatedOAuthClient: {
            /** @description Shown this once; left out for a public client, and for one with keys. */
            secret?: string;
            client: components["schemas"]["OAuthClient"];
        };
        NewClientSecret: {
            /** Format: uuid */
            id: string;
            /** @description Shown this once. */
            secret: string;
        };
        Workspace: {
            name: string;
            /** @description How long deleted things can be restored. */
            retentionHours: number;
            /** @description Requests with unknown fields and parameters are refused. */
            strictNames: boolean;
            /** @description Uploads with the bytes of another file that the uploader may read are refused. */
            refuseDuplicates: boolean;
            /** @description Life of an access token in seconds. */
            accessLifetime: number;
            /** @description Life of a refresh token in seconds, counted anew with each refresh. */
            refreshLifetime: number;
            /** @description Life of a session in seconds. */
            sessionLifetime: number;
            /** @description Life of an authorization code in seconds. */
            codeLifetime: number;
            /** @description Seconds in which a used refresh token gives its successor again; 0 for none. */
            refreshGrace: number;
            /** @description Clients that may use it send usernames and passwords themselves. */
            passwordGrant: boolean;
            algorithm: components["schemas"]["SigningAlgorithm"];
            /** @description Who signs people in; left out when the service itself does. */
            issuer?: string;
            /** @description Whom tokens of the issuer must be for. */
            audience: string;
            /** @description Claim with the roles in tokens of the issuer. */
            issuerRolesClaim: string;
            /** @description Roles of names at the issuer; without any, names are roles. */
            roleMapping: components["schemas"]["MappedRole"][];
        };
        WorkspaceChange: {
            retentionHours?: number | null;
            strictNames?: boolean;
            refuseDuplicates?: boolean;
            /** @description Life of an access token in seconds. */
            accessLifetime?: number | null;
            /** @description Life of a refresh token in seconds, counted anew with each refresh. */
            refreshLifetime?: number | null;
            /** @description Life of a session in seconds. */
            sessionLifetime?: number | null;
            /** @description Life of an authorization code in seconds. */
            codeLifetime?: number | null;
            /** @description Seconds in which a used refresh token gives its successor again; 0 for none. */
            refreshGrace?: number | null;
            passwordGrant?: boolean;
            algorithm?: components["schemas"]["SigningAlgorithm"];
            /** @description Its address, as in the claim iss of its tokens. */
            issuer?: string;
            audience?: string | null;
            issuerRolesClaim?: string | null;
            roleMapping?: components["schemas"]["MappedRole"][];
            /** @description An access token of the issuer with the role ADMIN. */
            issuerToken?: string;
        };
        MappedRole: {
            /** @description At the issuer, without commas. */
            name: string;
            role: components["schemas"]["Role"];
        };
        /** @enum {string} */
        SigningAlgorithm: "RS256" | "ES256";
        UserList: {
            users: components["schemas"]["User"][];
            /** @description The same list. */
            downloadStatus: components["schemas"]["User"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        NewUser: {
            /** @description 1 to 100 letters, digits or . _ - @; unique, whatever its case. */
            username: string;
            firstName?: string | null;
            lastName?: string | null;
            /** @description An e-mail address, unique whatever its case, or empty. No answer shows it. */
            email?: string | null;
            /** @description None means that the account is disabled. */
            roles?: components["schemas"]["Role"][] | null;
            /** @description Without one nobody can sign in with a password. */
            password?: string | null;
        };
        UserChange: {
            firstName?: string | null;
            lastName?: string | null;
            email?: string | null;
            roles?: components["schemas"]["Role"][] | null;
            active?: boolean | null;
        };
        Erasure: {
            /** @description That of the account, in any case, to confirm that it is meant. */
            username: string;
        };
        PasswordChange: {
            /** @description 8 to 128 characters: upper and lower case, a digit and another; none of the last three. */
            newPassword: string;
            /** @description Required for the own account. */
            currentPassword?: string | null;
        };
        UsageRequest: {
            /**
             * Format: date-time
             * @description Inclusive.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Inclusive.
             */
            endDate: string;
        };
        MonthlyUsage: {
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /** Format: int64 */
            numberOfAnalyzedPages: number;
            /** Format: int64 */
            analyzedFilesBytes: number;
            /** Format: int64 */
            totalFilesUploadedBytes: number;
            /** Format: int64 */
            activeFilesUploadedBytes: number;
            /** Format: int64 */
            archivedFilesUploadedBytes: number;
            /** Format: int64 */
            trashFilesUploadedBytes: number;
            /** Format: int64 */
            numberOfOcrPages: number;
        };
        LicenseFeatures: {
            /** @description docx, xlsx and pptx may be uploaded. */
            officeDocuments: boolean;
            /** @description Pages without text are recognised. */
            ocr: boolean;
        };
        /** @description What was agreed on; shown, and never in the way. */
        LicenseLimits: {
            /** Format: int64 */
            analyzedPages: number | null;
            /** Format: int64 */
            uploadedBytes: number | null;
        };
        /** @description What the workspace has used. */
        LicenseUsage: {
            /**
             * Format: int64
             * @description Since validFrom.
             */
            analyzedPages: number;
            /**
             * Format: int64
             * @description Held now.
             */
            uploadedBytes: number;
        };
        /**
         * @description How the license stands now.
         * @enum {string}
         */
        LicenseState: "VALID" | "EXPIRED" | "NOT_YET_VALID";
        License: {
            licensee: string;
            licenseId: string;
            /** Format: date-time */
            validFrom: string | null;
            /** Format: date-time */
            validTo: string | null;
            status: components["schemas"]["LicenseState"];
            features: components["schemas"]["LicenseFeatures"];
            limits: components["schemas"]["LicenseLimits"];
            usage: components["schemas"]["LicenseUsage"];
        };
        UsageReport: {
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /**
             * Format: int64
             * @description Versions of files whose first analysis ended in the period. A file that is replaced counts again; another analysis of the same version does not.
             */
            numberOfAnalyzedFiles: number;
            /**
             * Format: int64
             * @description Pages of these versions.
             */
            numberOfAnalyzedPages: number;
            /**
             * Format: int64
             * @description Bytes of these versions.
             */
            analyzedFilesBytes: number;
            /**
             * Format: int64
             * @description Bytes of the originals that are kept at endDate: active, archived and trash together. Of a replaced file the present version alone counts.
             */
            totalFilesUploadedBytes: number;
            /**
             * Format: int64
             * @description Of these, in dossiers that are neither archived nor in the trash.
             */
            activeFilesUploadedBytes: number;
            /**
             * Format: int64
             * @description Of these, in archived dossiers.
             */
            archivedFilesUploadedBytes: number;
            /**
             * Format: int64
             * @description Of these, files in the trash, and all in dossiers that are.
             */
            trashFilesUploadedBytes: number;
            /**
             * Format: int64
             * @description Versions of files of which pages were recognised by OCR in the period, each once.
             */
            numberOfOcrFiles: number;
            /**
             * Format: int64
             * @description Pages that were recognised in the period.
             */
            numberOfOcrPages: number;
            /**
             * Format: int64
             * @description Dossiers at endDate that are not in the trash.
             */
            numberOfDossiers: number;
            /** @description One element per calendar month (UTC) touched by the period. */
            monthlyData: components["schemas"]["MonthlyUsage"][];
        };
        /**
         * @description Encoding of a csv file.
         * @default UTF-8
         * @enum {string}
         */
        MappingEncoding: "UTF-8" | "UTF-16" | "UTF_16BE" | "UTF_16LE" | "ISO-8859-1" | "US-ASCII";
        /** @description Exactly one part named file, a csv file (RFC 4180) of at most 50 MiB, 1,000,000 rows and 100 columns, whose header holds search_value and mapped_value. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused. */
        MappingForm: {
            /** Format: binary */
            file: string;
        };
        ComponentMapping: {
            /** Format: uuid */
            id: string;
            /** @description Rules find the mapping by it. */
            name: string;
            /** @description Of the csv file as it was uploaded. */
            fileName: string;
            /** @description Cells of the header in order. */
            columnLabels: string[];
            /** @description Rows below the header, blank ones not counted. */
            numberOfLines: number;
            encoding: components["schemas"]["MappingEncoding"];
            /** @description One character. */
            delimiter: string;
        };
        ComponentMappingList: {
            /** Format: uuid */
            dossierTemplateId: string;
            componentMappingList: components["schemas"]["ComponentMapping"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        NewComponentDefinition: {
            /** @description Converted to snake case, then 1 to 100 characters. */
            technicalName: string;
            /** @description Trimmed; 1 to 255 characters. */
            displayName: string;
            description?: string | null;
            /**
             * @description A file without a value is to be looked at.
             * @default false
             */
            required: boolean | null;
            /**
             * @description A file may have several values; else more than one is to be looked at.
             * @default true
             */
            multiple: boolean | null;
            /**
             * @description What a value looks like; one that does not fit is to be looked at, and never refused. TEXT or empty: anything; NUMBER: digits, with or without sign, groups of three and decimals; DATE: a day of the calendar in figures (2024-05-31, 31.5.2024, 31/5/2024, 5/31/2024, 20240531; with a time as in ISO 8601) or with its month in English; else a regular expression (RE2) that the value fits as a whole.
             * @default TEXT
             */
            format: string | null;
            /** @description Columns of values that are rows, in their order, with the types of their cells. */
            columns?: components["schemas"]["NewComponentColumn"][] | null;
            /** @description Relations that numbers or days meet, else the component is to be looked at, as Net_Amount + Tax_Amount = Invoice_Total. Names are technical names of components, or of columns of this one: a check that names columns is one of each row, unless they stand in sum(). Both sides are made of names, numbers, sum(column), + - * and parentheses; between them stands = or <=, for days too. Further right sides follow after "or"; "within 0.05" is a difference that is allowed, beside that of amounts rounded at their last decimal; "unless line_discount" leaves the check out where that has a value. A check is left out, too, where a value that it needs is missing or no number. */
            checks?: string[] | null;
        };
        NewComponentColumn: {
            /** @description Technical name of the entities that cells are built from. */
            technicalName: string;
            /** @description Trimmed; 1 to 255 characters. */
            displayName: string;
            /**
             * @description What a cell looks like, as the format of a definition.
             * @default TEXT
             */
            format: string | null;
            /**
             * @description A row without a value of this column is to be looked at, as is one whose value is not of the type that the format names.
             * @default false
             */
            required: boolean | null;
        };
        ComponentColumn: {
            /** @description Technical name of the entities that cells are built from. */
            technicalName: string;
            displayName: string;
            /** @description What a cell looks like, as the format of a definition; cells of a type have a normalised form in componentDetails. */
            format: string;
            /** @description A row without a proper value of this column is to be looked at. */
            required?: boolean;
        };
        NewComponentDefinitions: components["schemas"]["NewComponentDefinition"][];
        ComponentDefinitionChange: {
            /** Format: uuid */
            id: string;
            /** @description Trimmed; 1 to 255 characters. */
            displayName: string;
            /** @description May be empty. */
            description: string;
            /** @description As of a new definition; null or left out: it stays as it was. */
            required?: boolean | null;
            /** @description As of a new definition; null or left out: it stays as it was. */
            multiple?: boolean | null;
            /** @description As of a new definition; null or left out: it stays as it was. */
            format?: string | null;
            /** @description All of them, as of a new definition; null or left out: they stay as they were. */
            columns?: components["schemas"]["NewComponentColumn"][] | null;
            /** @description All of them, as of a new definition; null or left out: they stay as they were. */
            checks?: string[] | null;
        };
        ComponentDefinitionChanges: components["schemas"]["ComponentDefinitionChange"][];
        ComponentIds: {
            /** @description Component definitions. */
            componentIds: string[];
        };
        SetAttributes: {
            /** @description Value by attribute identifier; an empty text or null removes the value. */
            attributeIdToValue: {
                [key: string]: string | null;
            };
        };
        DossierStatusDefinition: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dossierTemplateId: string;
            name: string;
            description: string;
            /**
             * Format: int32
             * @description Order of the list, from 1.
             */
            rank: number;
            /** @description #RRGGBB */
            color: string;
            /**
             * Format: int64
             * @description Dossiers in this status, archived ones included, soft-deleted ones not.
             */
            dossierCount: number;
        };
        DossierStatusDefinitionList: {
            dossierStatusDefinitions: components["schemas"]["DossierStatusDefinition"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        /** @description What is left out, or null, has its default. */
        DossierStatusRequest: {
            /** @description Trimmed, NFC; 1 to 100 characters without control characters, unique in the template. */
            name: string;
            description?: string | null;
            /** @description One that is in use moves that one and all above it up by one; left out: last. */
            rank?: number | null;
            /** @description #RRGGBB; default: #808080. */
            color?: string | null;
        };
        /** @enum {string} */
        DossierAttributeType: "DATE" | "IMAGE" | "NUMBER" | "TEXT";
        DossierAttributeDefinition: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dossierTemplateId: string;
            name: string;
            type: components["schemas"]["DossierAttributeType"];
            /** @description Stands for the value in report templates. */
            placeholder: string;
            editable: boolean;
            displayedInDossierList: boolean;
            filterable: boolean;
        };
        DossierAttributeDefinitionList: {
            dossierAttributeDefinitions: components["schemas"]["DossierAttributeDefinition"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        /** @description What is left out, or null, has its default. */
        NewDossierAttribute: {
            /** @description Trimmed, NFC; 1 to 100 characters without braces and control characters, unique in the template. */
            name: string;
            type: components["schemas"]["DossierAttributeType"];
            /** @description Default: false. */
            editable?: boolean | null;
            /** @description Default: false. */
            displayedInDossierList?: boolean | null;
            /** @description Default: false. */
            filterable?: boolean | null;
        };
        /** @description What is left out, or null, has its default; the type stays. */
        DossierAttributeChange: {
            /** @description Trimmed, NFC; 1 to 100 characters without braces and control characters, unique in the template. */
            name: string;
            /**
             * @description It cannot be changed.
             * @enum {string|null}
             */
            type?: "DATE" | "IMAGE" | "NUMBER" | "TEXT" | null;
            /** @description Default: false. */
            editable?: boolean | null;
            /** @description Default: false. */
            displayedInDossierList?: boolean | null;
            /** @description Default: false. */
            filterable?: boolean | null;
        };
        /** @enum {string} */
        FileAttributeType: "DATE" | "NUMBER" | "TEXT";
        FileAttributeDefinition: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dossierTemplateId: string;
            /** @description The label in rules. */
            name: string;
            /** @description Column of a csv that sets it, without regard to case; empty: none. */
            csvColumnHeader: string;
            type: components["schemas"]["FileAttributeType"];
            /** @description False: only a csv sets it. */
            editable: boolean;
            primaryAttribute: boolean;
            filterable: boolean;
            displayedInFileList: boolean;
            /** @description Stands for the value in report templates. */
            placeholder: string;
        };
        FileAttributeDefinitionList: {
            fileAttributeDefinitions: components["schemas"]["FileAttributeDefinition"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        /** @description What is left out, or null, has its default. */
        NewFileAttribute: {
            /** @description Trimmed, NFC; 1 to 100 characters without braces and control characters, unique in the template. */
            name: string;
            type: components["schemas"]["FileAttributeType"];
            /** @description Column of a csv that sets it: up to 255 characters, unique in the template without regard to case; empty, the default: none. */
            csvColumnHeader?: string | null;
            /** @description Default: false. Then only a csv sets it. */
            editable?: boolean | null;
            /** @description Default: false. The former primary attribute is none any more. */
            primaryAttribute?: boolean | null;
            /** @description Default: false. At most three are. */
            displayedInFileList?: boolean | null;
            /** @description Default: false. */
            filterable?: boolean | null;
        };
        /** @description What is left out, or null, has its default; the type stays. */
        FileAttributeChange: {
            /** @description Trimmed, NFC; 1 to 100 characters without braces and control characters, unique in the template. */
            name: string;
            /**
             * @description It cannot be changed.
             * @enum {string|null}
             */
            type?: "DATE" | "NUMBER" | "TEXT" | null;
            /** @description Column of a csv that sets it: up to 255 characters, unique in the template without regard to case; empty, the default: none. */
            csvColumnHeader?: string | null;
            /** @description Default: false. Then only a csv sets it. */
            editable?: boolean | null;
            /** @description Default: false. The former primary attribute is none any more. */
            primaryAttribute?: boolean | null;
            /** @description Default: false. At most three are. */
            displayedInFileList?: boolean | null;
            /** @description Default: false. */
            filterable?: boolean | null;
        };
        /** @description What is left out, or null, has its default. The technical name follows from the display name of a new entity, and stays. */
        EntityRequest: {
            /** @description Trimmed, NFC; 1 to 100 characters without control characters, unique in the template. */
            displayName: string;
            description?: string | null;
            /** @description One that is in use moves that one and all above it up by one; left out: last. */
            rank?: number | null;
            /**
             * @description Default: ENTITY.
             * @enum {string|null}
             */
            kind?: "ENTITY" | "HINT" | null;
            /** @description #RRGGBB; default: #808080. */
            color?: string | null;
            /** @description #RRGGBB; default: the color. */
            recommendationColor?: string | null;
            /** @description Default: false. Terms that are stored rest while it is false. */
            hasDictionary?: boolean | null;
            /** @description Default: false. */
            caseSensitive?: boolean | null;
        };
        ReportTemplate: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dossierTemplateId: string;
            name: string;
            /** @description Of the stored .xlsx or .docx. */
            fileName: string;
            /** @description False: one report for each file; true: one for all files of a package. */
            multiFileReport: boolean;
            /** @description Chosen for new dossiers. */
            activeByDefault: boolean;
            /** Format: date-time */
            uploadDate: string;
        };
        ReportTemplateList: {
            reportTemplates: components["schemas"]["ReportTemplate"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        /** @description Exactly one part named file, whose file name ends in xlsx or docx. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused. */
        ReportTemplateForm: {
            /** Format: binary */
            file: string;
        };
        /** @description At most one part named file, whose file name ends in xlsx or docx; without it the file stays. The parameters of the query may stand in the form instead, before or behind the file; different values in both, and other names, are refused. */
        ReportTemplateUpdateForm: {
            /** Format: binary */
            file?: string;
        };
        ComponentDefinition: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            dossierTemplateId: string;
            /** @description Snake case; immutable. The definition is of the component whose name in snake case it is. */
            technicalName: string;
            displayName: string;
            description: string;
            /**
             * Format: int32
             * @description Display order, from 1.
             */
            rank: number;
            /** @description A file without a value is to be looked at. */
            required: boolean;
            /** @description A file may have several values; else more than one is to be looked at. */
            multiple: boolean;
            /** @description What a value looks like: TEXT, a type, or a regular expression (RE2) that it fits as a whole. The types are NUMBER, AMOUNT, DATE (day before month), DATE_MONTH_FIRST, CURRENCY, IBAN, VAT_ID and COUNTRY; values of a type have a normalised form in componentDetails. Others may come. */
            format: string;
            /** @description Columns of values that are rows, in their order; left out for other components. A row may have others. */
            columns?: components["schemas"]["ComponentColumn"][];
            /** @description Relations that the values meet with those of other components, as of a new definition; left out for none. */
            checks?: string[];
            /**
             * Format: date-time
             * @description Null: not soft-deleted.
             */
            softDeleteTime: string | null;
        };
        ComponentDefinitionList: components["schemas"]["ComponentDefinition"][];
        /**
         * @description As uploaded, as PDF, or as PDF with highlights.
         * @default ORIGINAL
         * @enum {string}
         */
        FileContentType: "ORIGINAL" | "PDF" | "PREVIEW";
        /**
         * @description Oldest or newest first.
         * @default desc
         * @enum {string}
         */
        SortOrder: "asc" | "desc";
        /**
         * @description How exported components are written.
         * @default jsonl
         * @enum {string}
         */
        ExportFormat: "jsonl" | "csv";
        /**
         * @description How events are written.
         * @default json
         * @enum {string}
         */
        AuditFormat: "json" | "jsonl" | "csv";
        HistoryActor: {
            /**
             * Format: uuid
             * @description Null for the service itself.
             */
            id: string | null;
            username: string;
        };
        HistoryEvent: {
            /**
             * Format: int64
             * @description Grows with commit order; gaps are possible.
             */
            position: number;
            /** Format: date-time */
            time: string;
            actor: components["schemas"]["HistoryActor"];
            /** @description Name of the event, such as file.uploaded. */
            type: string;
            /** Format: uuid */
            dossierTemplateId: string | null;
            /** Format: uuid */
            dossierId: string | null;
            /** Format: uuid */
            fileId: string | null;
            /** @description What the file was called after the event; left out for events of no file, where the name was permanently deleted, and for auditors. */
            filename?: string;
            /** @description One English sentence. */
            summary: string;
            /**
             * Format: int64
             * @description Position of the event that led to this one; null for a direct request.
             */
            causedBy: number | null;
            /** @description The changed fields, new and previous; null where content was permanently deleted. A change of a dossier by an account that was no member has `byNonMember` true, one by which an account made itself the owner `takenOver` true. */
            data: {
                [key: string]: unknown;
            };
            evidence?: components["schemas"]["EventEvidence"];
        };
        /** @description How an event is proven, where that is asked for. */
        EventEvidence: {
            /**
             * Format: int64
             * @description Index of its leaf in the Merkle tree over the log, counted from 0.
             */
            leafIndex: number;
            /**
             * Format: int64
             * @description How many events the newest signed checkpoint has; not there until one has this event.
             */
            checkpoint?: number;
            /** @description The witnesses that have signed the newest checkpoint which witnesses have signed, where it has this event. */
            witnessedBy?: string[];
            /**
             * Format: date-time
             * @description When an authority stamped a checkpoint that has this event, the first one that is kept.
             */
            timestampedAt?: string;
            /**
             * Format: int64
             * @description Which event of its stream it is, counted from 1.
             */
            version?: number;
            /**
             * Format: int64
             * @description How many events the log has of its stream. Not there, with missingEvents, where the streams of an answer have over 20,000.
             */
            streamEvents?: number;
            /**
             * Format: int64
             * @description How many events of its stream are in the log, are of a kind that histories tell, and are not found by them: 0 unless entries were removed or wait for repair.
             */
            missingEvents?: number;
        };
        /** @description That an event happened, when, and to what. It holds identifiers, and no content but the names of components. */
        EventNotice: {
            /**
             * Format: uuid
             * @description Identifies the event, also when it comes again.
             */
            id: string;
            /**
             * Format: int64
             * @description Grows with commit order; gaps are possible.
             */
            position: number;
            /** @description Name of the event, such as file.uploaded. */
            type: string;
            /** Format: date-time */
            time: string;
            /** Format: uuid */
            dossierTemplateId: string | null;
            /** Format: uuid */
            dossierId: string | null;
            /** Format: uuid */
            fileId: string | null;
            /** @description Technical names of the components that the event is about; empty for other events, and where they were permanently deleted. */
            components: string[];
            /** @description Where the record of what the event is about can be read: an address of this API; null where there is none. */
            link: string | null;
        };
        EventFeedPage: {
            events: components["schemas"]["EventNotice"][];
            /**
             * Format: int64
             * @description The position to go on behind, also where events is empty.
             */
            nextAfter: number;
            /** @description There is more to be read at once. */
            hasMore: boolean;
        };
        /**
         * @description As Standard Webhooks recommend it: type, timestamp, data; or CloudEvents 1.0 as structured JSON.
         * @enum {string}
         */
        WebhookFormat: "STANDARD" | "CLOUDEVENTS";
        WebhookSettings: {
            /** @description Where messages are sent: an https address that is public. */
            url: string;
            description?: string | null;
            /** @description Names of events, or beginnings of some that end with a dot, such as file.; none for all. */
            types?: string[] | null;
            /**
             * Format: uuid
             * @description Only events of this template and its dossiers.
             */
            dossierTemplateId?: string | null;
            /**
             * Format: uuid
             * @description Only events of this dossier and its files.
             */
            dossierId?: string | null;
            /**
             * @description STANDARD unless given; or CLOUDEVENTS.
             * @enum {string|null}
             */
            format?: "STANDARD" | "CLOUDEVENTS" | null;
            /** @description True unless given. While it is false nothing is sent, and what happens is not sent later. */
            active?: boolean | null;
        };
        /**
         * @description Paused goes on by itself once the reason is over; disabled stays until somebody changes it.
         * @enum {string}
         */
        WebhookStatus: "ACTIVE" | "PAUSED" | "DISABLED";
        Webhook: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The account whose rights decide what is sent.
             */
            ownerId: string;
            url: string;
            description: string;
            types: string[];
            /** Format: uuid */
            dossierTemplateId: string | null;
            /** Format: uuid */
            dossierId: string | null;
            format: components["schemas"]["WebhookFormat"];
            status: components["schemas"]["WebhookStatus"];
            /** @description Why it is not ACTIVE: REQUESTED, GONE, ACCOUNT_ENDED or ACCESS_LOST; null while it is. */
            statusReason: string | null;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            lastModified: string;
            /**
             * Format: int64
             * @description The position up to which events were looked at: each was sent, waits, is a dead letter, or is not to be sent.
             */
            sentUpTo: number;
            /** @description Deliveries that wait. */
            waiting: number;
            /** @description Dead letters that are kept. */
            deadLetters: number;
            /**
             * Format: int64
             * @description Dead letters that are not kept any more, because there were too many.
             */
            lostDeadLetters: number;
            /**
             * Format: int64
             * @description Events that were not sent because the owner may not read them.
             */
            withheld: number;
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        WebhookWithSecret: {
            webhook: components["schemas"]["Webhook"];
            /** @description Signs messages; keep it. It begins with whsec_. */
            secret: string;
        };
        WebhookSecret: {
            /** @description Signs messages; keep it. It begins with whsec_. */
            secret: string;
            /**
             * Format: date-time
             * @description Until when the secret before signs as well.
             */
            previousUntil: string;
        };
        /**
         * @description Waits or is tried again; was answered with 2xx; was tried for as long as it is; its event may not be read by the owner any more.
         * @enum {string}
         */
        WebhookDeliveryStatus: "PENDING" | "DELIVERED" | "DEAD" | "WITHHELD";
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The webhook-id of the message, which is the id of the event.
             */
            id: string;
            /**
             * Format: int64
             * @description Of the event; null for a test.
             */
            position: number | null;
            type: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            tries: number;
            /**
             * Format: date-time
             * @description Since when it is to be sent.
             */
            since: string | null;
            /** Format: date-time */
            lastTry: string | null;
            /**
             * Format: date-time
             * @description Not before this moment; null when it is over, or its turn has come or comes behind another event of the same file.
             */
            nextTry: string | null;
            /**
             * Format: int64
             * @description Status of HTTP that the receiver answered the last try with; null without an answer.
             */
            answer: number | null;
            /** @description Why the last try failed. */
            failure: string | null;
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Of pages only; null on the last one. */
            nextCursor?: string | null;
            /**
             * Format: int64
             * @description Of pages with `counts` only: how many there are on all pages.
             */
            total?: number | null;
        };
        HistoryPage: {
            events: components["schemas"]["HistoryEvent"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        Health: {
            /** @enum {string} */
            status: "UP";
        };
        HealthDown: {
            /** @enum {string} */
            status: "DOWN";
            /** @description The checks that failed. */
            checks: {
                [key: string]: string;
            };
        };
    };
    responses: {
        /** @description The request asked for respond-async, was checked as a whole, and is being carried out. */
        Accepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Operation"];
            };
        };
        /** @description If-None-Match matches. */
        NotModified: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
        Position: string;
        /** @description 0 for the hashes of leaves, 1 for the roots of full tiles of level 0, and so on; or `entries`. */
        TileLevel: string;
        /** @description Index of the tile in its level, in groups of three digits of which all but the last begin with x, and the width of a partial tile. */
        TileIndex: string;
        /** @description Where the event stands in the log. */
        EventPosition: number;
        /** @description A dossier or a file, also one that was deleted. */
        EvidenceSubject: string;
        /** @description Tells with each event of a page how it is proven; not with events as JSON Lines or csv. */
        WithEvidence: boolean;
        /** @description Shows the sealed values that the caller may read, so that the bundle can be read without keys. */
        OpenValues: boolean;
        /** @description The change is made only if the record still has one of these entity tags. */
        IfMatch: string;
        /**
         * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
         *     template. Every change of what the template defines gives it another one.
         */
        IfMatchTemplate: string;
        /** @description Leaves files out that cannot be changed, and tells why, instead of refusing the request. */
        SkipInvalid: boolean;
        /** @description The change is made only if each component that it names still has one of these versions, each in quotes. A version is that of its details, or that of the components of the file as long as nobody overrode it. Without the header the change is made whatever is there. */
        IfMatchComponents: string;
        /** @description 304 if the record still has one of these entity tags. */
        IfNoneMatch: string;
        /**
         * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
         *     answer again, marked with `Idempotency-Replayed: true`.
         */
        IdempotencyKey: string;
        /**
         * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
         *     how far the work is and can be cancelled. Other preferences are ignored.
         */
        Prefer: string;
        /** @description One of the caller's operations. */
        OperationId: string;
        /** @description One range of bytes. Several are answered with the whole. */
        Range: string;
        /** @description The range holds only for this entity tag or date. */
        IfRange: string;
        /** @description A dossier template. */
        DossierTemplateId: string;
        /** @description A dossier. */
        DossierId: string;
        /** @description A file. */
        FileId: string;
        /** @description One of the caller's packages. */
        DownloadId: string;
        /** @description A user. */
        UserId: string;
        /** @description An OAuth client. */
        ClientId: string;
        /** @description A secret of the client. */
        SecretId: string;
        /** @description An API key. */
        KeyId: string;
        /** @description Only keys of this account. */
        KeyOwner: string;
        /** @description Shows keys too that have expired or were revoked. */
        IncludeEnded: boolean;
        /** @description Only the user of this name, whatever its case. */
        Username: string;
        /** @description A component definition. */
        ComponentId: string;
        /** @description A dossier status definition. */
        DossierStatusId: string;
        /** @description An attribute definition. */
        AttributeId: string;
        /** @description An entity definition. */
        EntityId: string;
        /** @description A report template. */
        ReportTemplateId: string;
        /** @description A list of terms of an entity: entries, false-positives or false-recommendations; another one is not found. */
        DictionaryList: string;
        /** @description The status that dossiers get in place of the deleted one; none when it is left out. */
        ReplacementId: string;
        /** @description Trimmed; 1 to 100 characters, unique in the template. Default: the name of the file. */
        ReportTemplateName: string;
        /** @description False: one report for each file; true: one for all files of a package. */
        MultiFileReport: boolean;
        /** @description Chosen for new dossiers. */
        ActiveByDefault: boolean;
        /** @description A component mapping. */
        ComponentMappingId: string;
        /** @description A component; equal snake case forms name the same one. */
        ComponentName: string;
        /** @description A value of the component, by the identifier that its details have. */
        ValueId: string;
        /** @description Name by which rules find the mapping; trimmed, 1 to 255 characters, unique in the template. Left out, the name of the file. */
        MappingName: string;
        /** @description Encoding of the file. A byte order mark is dropped; UTF-16 without one is big-endian. */
        MappingEncoding: components["schemas"]["MappingEncoding"];
        /** @description Exactly one character that parts the cells; neither a quote nor a line break. An empty value is refused. */
        MappingDelimiter: string;
        /** @description Adds the settings of the template. */
        IncludeSettings: boolean;
        /** @description Holds active ones. */
        IncludeActive: boolean;
        /** @description Holds archived ones. */
        IncludeArchived: boolean;
        /**
         * @deprecated
         * @description Second name of includeArchived.
         */
        IncludeArchivedDossiers: boolean;
        /** @description Pages without usable text are recognised first, whatever the template says. */
        Ocr: boolean;
        /** @description Holds or shows soft-deleted ones. */
        IncludeSoftDeleted: boolean;
        /** @description There is no way back. */
        DeletePermanently: boolean;
        /** @description Adds componentDetails. */
        IncludeDetails: boolean;
        /** @description Overrides survive the replacement of a file. */
        KeepManualChanges: boolean;
        /** @description The file is processed without analysis. */
        DisableAutomaticAnalysis: boolean;
        /** @description Checks only; nothing is stored. */
        DryRun: boolean;
        /** @description Answers as a read at that moment would have. */
        AsOf: string;
        /** @description Events on a page. */
        Limit: number;
        /** @description nextCursor of the page before, used with the same filters. */
        Cursor: string;
        /** @description Entries on a page; 50 unless given. */
        PageLimit: number;
        /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
        PageCursor: string;
        /** @description A file a line, or a value a line. */
        ExportFormat: components["schemas"]["ExportFormat"];
        /** @description The last cursor of an export that broke off, with the same filters. The export goes on behind it. */
        ExportCursor: string;
        /** @description `name`, `dateAdded` or `dateModified`, with a minus in front for the descending order; `name` unless given. */
        TemplateSort: string;
        /** @description `rank` or `name`, with a minus in front for the descending order; `rank` unless given. */
        StatusSort: string;
        /** @description `name`, with a minus in front for the descending order; `name` unless given. */
        NameSort: string;
        /** @description `rank`, `technicalName` or `displayName`, with a minus in front for the descending order; `-rank` unless given. */
        EntitySort: string;
        /** @description `name` or `uploadDate`, with a minus in front for the descending order; `name` unless given. */
        ReportTemplateSort: string;
        /** @description `rank`, `technicalName` or `displayName`, with a minus in front for the descending order; `rank` unless given. What is soft-deleted counts as behind the last rank. */
        ComponentDefinitionSort: string;
        /** @description `creationDate`, with a minus in front for the descending order; `-creationDate` unless given. */
        DownloadSort: string;
        /** @description `created`, with a minus in front for the descending order; `-created` unless given. */
        OperationSort: string;
        /** @description `username`, with a minus in front for the descending order; `username` unless given. */
        UserSort: string;
        /** @description Only those whose name contains this, in upper or lower case. */
        NameQuery: string;
        /** @description Only accounts whose username, first name or last name contains this, in upper or lower case. */
        UserQuery: string;
        /**
         * @description Keys, parted by commas, each with a minus in front for the descending order: `dueDate`, `workflowStatus`, `processingStatus` and
         *     `assignee`, and at the end `added`, `lastUpdated` or `filename`. `added` unless given. Names are sealed, so `filename` sorts the files of
         *     one dossier, stands alone, and needs a list of at most 10,000 files.
         */
        FileSort: string;
        /** @description Only files of this status. May be given several times. */
        OfWorkflowStatus: components["schemas"]["WorkflowStatus"][];
        /** @description Only files of this status. May be given several times. */
        OfProcessingStatus: components["schemas"]["ProcessingStatus"][];
        /** @description Only files of this user; `me` for the caller, `none` for those that nobody has. */
        OfAssignee: string;
        /** @description Only files whose latest analysis changed a component, or only the others. */
        OfUpdates: boolean;
        /** @description Only files with components that are known to need a look and that nobody checked, or with rules that failed; or only the others. */
        OfAttention: boolean;
        /** @description Only files of which something was left out, changed or is in doubt since they were read; or only the others. */
        OfFindings: boolean;
        /** @description Only files with duplicateOf, or only the others. A page compares 10,000 files at most: it may hold fewer than asked for, even none, and nextCursor goes on. */
        OfDuplicates: boolean;
        /** @description Only files whose original has this SHA-256, in hexadecimal digits, as to ask before an upload whether a file is there. */
        OfSHA256: string;
        /** @description The name under which the file returns, with the same end; left out: the one that it has. */
        RestoredName: string;
        /**
         * @description Only files whose name contains this, in upper or lower case. Names are sealed, so files have to be opened one by one: a page looks at
         *     2,000 at most, may hold fewer files than asked for, even none, and has a nextCursor as long as there is more to look at.
         */
        FilenameQuery: string;
        /** @description Adds how many files there are of each status and so on. */
        WithCounts: boolean;
        /** @description Adds to each dossier whose files the caller may read what is in it. A single dossier comes without an entity tag then. */
        IncludeCounts: boolean;
        /** @description Only those of this dossier template. */
        OfDossierTemplate: string;
        /** @description Only files of this dossier. */
        InDossier: string;
        /** @description Only what belongs to this dossier. */
        TrashOfDossier: string;
        /** @description Only dossiers, or only files. */
        OfTrashKind: components["schemas"]["TrashKind"];
        /**
         * @description `date`, `dueDate` or `name`, with a minus in front for the descending order; `-date` unless given. Dossiers without a due date count
         *     as due last. Names are sealed, so `name` needs a list of at most 10,000 dossiers.
         */
        DossierSort: string;
        /**
         * @description Only dossiers whose name or description contains this, in upper or lower case. A page looks at 2,000 dossiers at most, may hold fewer
         *     than asked for, even none, and has a nextCursor as long as there is more to look at.
         */
        DossierQuery: string;
        /**
         * @description Where `q` is looked for: in names unless given, in values of attributes, in values of components as they are now, corrections
         *     included. May be given several times. Values are sealed, so files have to be opened one by one, and a page looks at 200 at most whose
         *     values are not in memory. What was found in a value stands in `match`.
         */
        FileTextIn: components["schemas"]["FileSearchPlace"][];
        /** @description Where `q` is looked for, in names and descriptions unless given, or in values of attributes. May be given several times. */
        DossierTextIn: components["schemas"]["DossierSearchPlace"][];
        /** @description Only these dossiers. May be given 100 times; those that the caller may not see are left out. */
        SomeDossiers: string[];
        /**
         * @description Only dossiers with an attribute whose value contains a text, in upper or lower case: the identifier of the attribute, a colon and the
         *     text. With several, those that have all. A page looks at 2,000 dossiers at most, as with q.
         */
        WithAttribute: string[];
        /** @description Only what is deleted permanently before this time. */
        PurgeBefore: string;
        /** @description Only dossiers that are due before this time. */
        DueBefore: string;
        /** @description Only dossiers whose files the caller may read, with a file of this status outside of the trash. May be given several times. */
        WithProcessingStatus: components["schemas"]["ProcessingStatus"][];
        /** @description Only dossiers whose files the caller may read, with a file whose latest analysis changed a component; or only those without one. */
        WithUpdates: boolean;
        /** @description Adds how many there are in all, as total. */
        WithTotal: boolean;
        /** @description Only dossiers of this status. */
        OfDossierStatus: string;
        /** @description Only dossiers of this owner. */
        OfOwner: string;
        /** @description Only dossiers of which this user is a member. */
        OfMember: string;
        /** @description Which content; an office file or a picture has a PDF when it is converted, a file has a preview when its layout is known. */
        ContentType: components["schemas"]["FileContentType"];
        /** @description A page, from 1. */
        Page: number;
        /** @description Only this page, from 1, and what is marked on it. */
        OnPage: number;
        /** @description Only this page, from 1, and the elements on it. */
        PageOfTree: number;
        /** @description Dots per inch. A page that would be very large is drawn smaller. */
        DPI: number;
        /** @description Only this part of the page: x, y, width and height in PDF points, as boxes are, with the origin in the lower left corner of the page before it is turned. What is beyond the page is left out. */
        Crop: string;
        /** @description Oldest or newest first. */
        Order: components["schemas"]["SortOrder"];
        /** @description No earlier events than of this moment. */
        AuditFrom: string;
        /** @description No later events than of this moment. */
        AuditTo: string;
        /** @description Who did it, by identifier or username; system is the service itself. */
        AuditActor: string;
        /** @description Name of an event, or the beginning of some that ends with a dot, such as file. May be given several times. */
        AuditType: string[];
        /** @description A page as json, or all that match in one stream as jsonl or csv, whatever limit and cursor say. */
        AuditFormat: components["schemas"]["AuditFormat"];
        /** @description The position to go on behind, nextAfter of the page before; 0 begins with the first event of the log. */
        FeedAfter: number;
        /** @description Name of an event, or the beginning of some that ends with a dot, such as file. May be given several times; one that no event has is refused. */
        FeedTypes: string[];
        /** @description How many seconds to wait for an event where there is none yet. A request that waits counts as a stream of events, of which an account may have ten. */
        FeedWait: number;
        /** @description A resumable upload. */
        UploadId: string;
        /** @description The number of bytes of the file. */
        UploadLength: number;
        /** @description The number of bytes before those of the body, as the service last told it. */
        UploadOffset: number;
        /** @description Pairs of a key and, behind a space, its value in base64, with commas between them; at most 4,096 bytes. */
        UploadMetadata: string;
        /** @description `sha1` or `sha256`, a space, and that of the body in base64. */
        UploadChecksum: string;
        /** @description The version of the tus protocol that the client speaks, `1.0.0`. */
        TusResumable: string;
        /** @description A webhook. */
        WebhookId: string;
        /** @description A delivery: the webhook-id of its message. */
        DeliveryId: string;
        /** @description Only deliveries of this status. */
        DeliveryStatus: components["schemas"]["WebhookDeliveryStatus"];
        /** @description The event to go on behind, as browsers send it; it counts before lastEventId. Empty counts as none. */
        LastEventIdHeader: string;
        /** @description The event to go on behind; from now on when left out. */
        LastEventId: string;
        /** @description Only events of this dossier and its files. */
        OfDossier: string;
        /** @description Only events of this file. */
        OfFile: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listDossierTemplates: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `name`, `dateAdded` or `dateModified`, with a minus in front for the descending order; `name` unless given. */
                sort?: components["parameters"]["TemplateSort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All templates of the workspace, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierTemplateList"];
                };
            };
        };
    };
    createDossierTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDossierTemplate"];
            };
        };
        responses: {
            /** @description The new template. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierTemplateWithSettings"];
                };
            };
        };
    };
    importDossierTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description The new template. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierTemplateWithSettings"];
                };
            };
        };
    };
    getDossierTemplate: {
        parameters: {
            query?: {
                /** @description Adds the settings of the template. */
                includeSettings?: components["parameters"]["IncludeSettings"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
                /** @description 304 if the record still has one of these entity tags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierTemplateRead"];
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    updateDossierTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DossierTemplateChange"];
            };
        };
        responses: {
            /** @description The template as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierTemplateWithSettings"];
                };
            };
        };
    };
    cloneDossierTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateName"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierTemplateWithSettings"];
                };
            };
        };
    };
    exportDossierTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle, a zip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    downloadEntityRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it was uploaded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    uploadEntityRules: {
        parameters: {
            query?: {
                /** @description Checks only; nothing is stored. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["RuleForm"];
            };
        };
        responses: {
            /** @description Stored, or checked with dryRun=true, and then with the errors that there are. The same bytes again change nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleErrors"];
                };
            };
        };
    };
    downloadComponentRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it was uploaded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    uploadComponentRules: {
        parameters: {
            query?: {
                /** @description Checks only; nothing is stored. */
                dryRun?: components["parameters"]["DryRun"];
            };
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["RuleForm"];
            };
        };
        responses: {
            /** @description Stored, or checked with dryRun=true, and then with the errors that there are. The same bytes again change nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleErrors"];
                };
            };
        };
    };
    downloadDateFormats: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it was uploaded; the stock list before the first upload. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    uploadDateFormats: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Stored; an empty list. The same bytes again change nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DateFormatErrors"];
                };
            };
        };
    };
    listDossierStatusDefinitions: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `rank` or `name`, with a minus in front for the descending order; `rank` unless given. */
                sort?: components["parameters"]["StatusSort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statuses that dossiers may have, by rank. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierStatusDefinitionList"];
                };
            };
        };
    };
    createDossierStatusDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DossierStatusRequest"];
            };
        };
        responses: {
            /** @description The new status. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierStatusDefinition"];
                };
            };
        };
    };
    updateDossierStatusDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier status definition. */
                dossierStatusId: components["parameters"]["DossierStatusId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DossierStatusRequest"];
            };
        };
        responses: {
            /** @description The status after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierStatusDefinition"];
                };
            };
        };
    };
    deleteDossierStatusDefinition: {
        parameters: {
            query?: {
                /** @description The status that dossiers get in place of the deleted one; none when it is left out. */
                replacementId?: components["parameters"]["ReplacementId"];
            };
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier status definition. */
                dossierStatusId: components["parameters"]["DossierStatusId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. Dossiers in it have the replacement, or no status. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDossierAttributeDefinitions: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `name`, with a minus in front for the descending order; `name` unless given. */
                sort?: components["parameters"]["NameSort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attributes of dossiers, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierAttributeDefinitionList"];
                };
            };
        };
    };
    createDossierAttributeDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDossierAttribute"];
            };
        };
        responses: {
            /** @description The new attribute. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierAttributeDefinition"];
                };
            };
        };
    };
    updateDossierAttributeDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description An attribute definition. */
                attributeId: components["parameters"]["AttributeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DossierAttributeChange"];
            };
        };
        responses: {
            /** @description The attribute after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierAttributeDefinition"];
                };
            };
        };
    };
    deleteDossierAttributeDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description An attribute definition. */
                attributeId: components["parameters"]["AttributeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. Its values are shown nowhere. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listFileAttributeDefinitions: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `name`, with a minus in front for the descending order; `name` unless given. */
                sort?: components["parameters"]["NameSort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attributes of files, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileAttributeDefinitionList"];
                };
            };
        };
    };
    createFileAttributeDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFileAttribute"];
            };
        };
        responses: {
            /** @description The new attribute. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileAttributeDefinition"];
                };
            };
        };
    };
    updateFileAttributeDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description An attribute definition. */
                attributeId: components["parameters"]["AttributeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileAttributeChange"];
            };
        };
        responses: {
            /** @description The attribute after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileAttributeDefinition"];
                };
            };
        };
    };
    deleteFileAttributeDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description An attribute definition. */
                attributeId: components["parameters"]["AttributeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. Its values are shown nowhere. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listEntityDefinitions: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `rank`, `technicalName` or `displayName`, with a minus in front for the descending order; `-rank` unless given. */
                sort?: components["parameters"]["EntitySort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entities, the highest rank first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityDefinitionList"];
                };
            };
        };
    };
    createEntityDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityRequest"];
            };
        };
        responses: {
            /** @description The new entity. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityDefinition"];
                };
            };
        };
    };
    updateEntityDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description An entity definition. */
                entityId: components["parameters"]["EntityId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityRequest"];
            };
        };
        responses: {
            /** @description The entity after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityDefinition"];
                };
            };
        };
    };
    deleteEntityDefinition: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description An entity definition. */
                entityId: components["parameters"]["EntityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, its dictionary included. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getEntityDictionary: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description An entity definition. */
                entityId: components["parameters"]["EntityId"];
                /** @description A list of terms of an entity: entries, false-positives or false-recommendations; another one is not found. */
                list: components["parameters"]["DictionaryList"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One term in a line, sorted; nothing for an entity without dictionary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    setEntityDictionary: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description An entity definition. */
                entityId: components["parameters"]["EntityId"];
                /** @description A list of terms of an entity: entries, false-positives or false-recommendations; another one is not found. */
                list: components["parameters"]["DictionaryList"];
            };
            cookie?: never;
        };
        /** @description One term in a line, UTF-8; lines are trimmed, blank ones and repeats dropped. */
        requestBody: {
            content: {
                "text/plain": string;
            };
        };
        responses: {
            /** @description Stored; the same terms again change nothing. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listReportTemplates: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `name` or `uploadDate`, with a minus in front for the descending order; `name` unless given. */
                sort?: components["parameters"]["ReportTemplateSort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report templates, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTemplateList"];
                };
            };
        };
    };
    createReportTemplate: {
        parameters: {
            query?: {
                /** @description Trimmed; 1 to 100 characters, unique in the template. Default: the name of the file. */
                name?: components["parameters"]["ReportTemplateName"];
                /** @description False: one report for each file; true: one for all files of a package. */
                multiFileReport?: components["parameters"]["MultiFileReport"];
                /** @description Chosen for new dossiers. */
                activeByDefault?: components["parameters"]["ActiveByDefault"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ReportTemplateForm"];
            };
        };
        responses: {
            /** @description The new report template. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTemplate"];
                };
            };
        };
    };
    downloadReportTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A report template. */
                reportTemplateId: components["parameters"]["ReportTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it was uploaded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                };
            };
        };
    };
    updateReportTemplate: {
        parameters: {
            query?: {
                /** @description Trimmed; 1 to 100 characters, unique in the template. Default: the name of the file. */
                name?: components["parameters"]["ReportTemplateName"];
                /** @description False: one report for each file; true: one for all files of a package. */
                multiFileReport?: components["parameters"]["MultiFileReport"];
                /** @description Chosen for new dossiers. */
                activeByDefault?: components["parameters"]["ActiveByDefault"];
            };
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A report template. */
                reportTemplateId: components["parameters"]["ReportTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ReportTemplateUpdateForm"];
            };
        };
        responses: {
            /** @description The report template after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTemplate"];
                };
            };
        };
    };
    deleteReportTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A report template. */
                reportTemplateId: components["parameters"]["ReportTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. Dossiers name it no more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listComponentMappings: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `name`, with a minus in front for the descending order; `name` unless given. */
                sort?: components["parameters"]["NameSort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mappings of the template, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentMappingList"];
                };
            };
        };
    };
    uploadComponentMapping: {
        parameters: {
            query?: {
                /** @description Name by which rules find the mapping; trimmed, 1 to 255 characters, unique in the template. Left out, the name of the file. */
                name?: components["parameters"]["MappingName"];
                /** @description Encoding of the file. A byte order mark is dropped; UTF-16 without one is big-endian. */
                encoding?: components["parameters"]["MappingEncoding"];
                /** @description Exactly one character that parts the cells; neither a quote nor a line break. An empty value is refused. */
                delimiter?: components["parameters"]["MappingDelimiter"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["MappingForm"];
            };
        };
        responses: {
            /** @description The new mapping. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentMapping"];
                };
            };
        };
    };
    downloadComponentMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A component mapping. */
                componentMappingId: components["parameters"]["ComponentMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it was uploaded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    updateComponentMapping: {
        parameters: {
            query?: {
                /** @description Name by which rules find the mapping; trimmed, 1 to 255 characters, unique in the template. Left out, the name of the file. */
                name?: components["parameters"]["MappingName"];
                /** @description Encoding of the file. A byte order mark is dropped; UTF-16 without one is big-endian. */
                encoding?: components["parameters"]["MappingEncoding"];
                /** @description Exactly one character that parts the cells; neither a quote nor a line break. An empty value is refused. */
                delimiter?: components["parameters"]["MappingDelimiter"];
            };
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A component mapping. */
                componentMappingId: components["parameters"]["ComponentMappingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["MappingForm"];
            };
        };
        responses: {
            /** @description The mapping as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentMapping"];
                };
            };
        };
    };
    deleteComponentMapping: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A component mapping. */
                componentMappingId: components["parameters"]["ComponentMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mapping is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listComponentDefinitions: {
        parameters: {
            query?: {
                /** @description Holds or shows soft-deleted ones. */
                includeSoftDeleted?: components["parameters"]["IncludeSoftDeleted"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `rank`, `technicalName` or `displayName`, with a minus in front for the descending order; `rank` unless given. What is soft-deleted counts as behind the last rank. */
                sort?: components["parameters"]["ComponentDefinitionSort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Active ones by rank, then soft-deleted ones by time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentDefinitionList"];
                };
            };
        };
    };
    updateComponentDefinitions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentDefinitionChanges"];
            };
        };
        responses: {
            /** @description The changed definitions in request order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentDefinitionList"];
                };
            };
        };
    };
    createComponentDefinitions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewComponentDefinitions"];
            };
        };
        responses: {
            /** @description The new definitions in request order. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentDefinitionList"];
                };
            };
        };
    };
    softDeleteComponentDefinitions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentIds"];
            };
        };
        responses: {
            /** @description All are soft-deleted; those that were before keep their time. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reorderComponentDefinitions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentIds"];
            };
        };
        responses: {
            /** @description All active definitions in the new order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentDefinitionList"];
                };
            };
        };
    };
    restoreComponentDefinitions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The change is made only if the dossier template is as it was seen: if it still has one of these entity tags, those of reading the
                 *     template. Every change of what the template defines gives it another one.
                 */
                "If-Match"?: components["parameters"]["IfMatchTemplate"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentIds"];
            };
        };
        responses: {
            /** @description The listed definitions in request order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentDefinitionList"];
                };
            };
        };
    };
    getComponentDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A component definition. */
                componentId: components["parameters"]["ComponentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An array that holds the definition, soft-deleted or not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentDefinitionList"];
                };
            };
        };
    };
    listDossiers: {
        parameters: {
            query?: {
                /** @description Holds active ones. */
                includeActive?: components["parameters"]["IncludeActive"];
                /** @description Holds archived ones. */
                includeArchived?: components["parameters"]["IncludeArchived"];
                /**
                 * @deprecated
                 * @description Second name of includeArchived.
                 */
                includeArchivedDossiers?: components["parameters"]["IncludeArchivedDossiers"];
                /** @description Holds or shows soft-deleted ones. */
                includeSoftDeleted?: components["parameters"]["IncludeSoftDeleted"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description `date`, `dueDate` or `name`, with a minus in front for the descending order; `-date` unless given. Dossiers without a due date count
                 *     as due last. Names are sealed, so `name` needs a list of at most 10,000 dossiers.
                 */
                sort?: components["parameters"]["DossierSort"];
                /** @description Only dossiers of this status. */
                dossierStatusId?: components["parameters"]["OfDossierStatus"];
                /** @description Only dossiers of this owner. */
                ownerId?: components["parameters"]["OfOwner"];
                /** @description Only dossiers of which this user is a member. */
                memberId?: components["parameters"]["OfMember"];
                /** @description Only these dossiers. May be given 100 times; those that the caller may not see are left out. */
                dossierId?: components["parameters"]["SomeDossiers"];
                /**
                 * @description Only dossiers with an attribute whose value contains a text, in upper or lower case: the identifier of the attribute, a colon and the
                 *     text. With several, those that have all. A page looks at 2,000 dossiers at most, as with q.
                 */
                attribute?: components["parameters"]["WithAttribute"];
                /** @description Only dossiers that are due before this time. */
                dueBefore?: components["parameters"]["DueBefore"];
                /** @description Only dossiers whose files the caller may read, with a file of this status outside of the trash. May be given several times. */
                processingStatus?: components["parameters"]["WithProcessingStatus"];
                /** @description Only dossiers whose files the caller may read, with a file whose latest analysis changed a component; or only those without one. */
                hasUpdates?: components["parameters"]["WithUpdates"];
                /**
                 * @description Only dossiers whose name or description contains this, in upper or lower case. A page looks at 2,000 dossiers at most, may hold fewer
                 *     than asked for, even none, and has a nextCursor as long as there is more to look at.
                 */
                q?: components["parameters"]["DossierQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
                /** @description Adds to each dossier whose files the caller may read what is in it. A single dossier comes without an entity tag then. */
                includeCounts?: components["parameters"]["IncludeCounts"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chosen groups, newest first unless asked otherwise; or a page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierList"];
                };
            };
        };
    };
    createOrUpdateDossier: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DossierRequest"];
            };
        };
        responses: {
            /** @description The dossier, updated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dossier"];
                };
            };
            /** @description The dossier, created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dossier"];
                };
            };
        };
    };
    getDossier: {
        parameters: {
            query?: {
                /** @description Holds or shows soft-deleted ones. */
                includeSoftDeleted?: components["parameters"]["IncludeSoftDeleted"];
                /** @description Answers as a read at that moment would have. */
                asOf?: components["parameters"]["AsOf"];
                /** @description Adds to each dossier whose files the caller may read what is in it. A single dossier comes without an entity tag then. */
                includeCounts?: components["parameters"]["IncludeCounts"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
                /** @description 304 if the record still has one of these entity tags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dossier. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dossier"];
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    deleteDossier: {
        parameters: {
            query?: {
                /** @description There is no way back. */
                deletePermanently?: components["parameters"]["DeletePermanently"];
            };
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Moved to the trash, or deleted permanently. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setDossierAttributes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAttributes"];
            };
        };
        responses: {
            /** @description The listed attributes are set; the others stay. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    archiveDossier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dossier, archived. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dossier"];
                };
            };
        };
    };
    restoreDossier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dossier, as it was before it was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dossier"];
                };
            };
        };
    };
    reanalyseDossier: {
        parameters: {
            query?: {
                /** @description Pages without usable text are recognised first, whatever the template says. */
                ocr?: components["parameters"]["Ocr"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
                 *     how far the work is and can be cancelled. Other preferences are ignored.
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files that wait for another analysis, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReanalysedFiles"];
                };
            };
            202: components["responses"]["Accepted"];
        };
    };
    listFileStatuses: {
        parameters: {
            query?: {
                /** @description Holds active ones. */
                includeActive?: components["parameters"]["IncludeActive"];
                /** @description Holds archived ones. */
                includeArchived?: components["parameters"]["IncludeArchived"];
                /** @description Holds or shows soft-deleted ones. */
                includeSoftDeleted?: components["parameters"]["IncludeSoftDeleted"];
                /** @description Answers as a read at that moment would have. */
                asOf?: components["parameters"]["AsOf"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description Keys, parted by commas, each with a minus in front for the descending order: `dueDate`, `workflowStatus`, `processingStatus` and
                 *     `assignee`, and at the end `added`, `lastUpdated` or `filename`. `added` unless given. Names are sealed, so `filename` sorts the files of
                 *     one dossier, stands alone, and needs a list of at most 10,000 files.
                 */
                sort?: components["parameters"]["FileSort"];
                /** @description Only files of this status. May be given several times. */
                workflowStatus?: components["parameters"]["OfWorkflowStatus"];
                /** @description Only files of this status. May be given several times. */
                processingStatus?: components["parameters"]["OfProcessingStatus"];
                /** @description Only files of this user; `me` for the caller, `none` for those that nobody has. */
                assignee?: components["parameters"]["OfAssignee"];
                /** @description Only files whose latest analysis changed a component, or only the others. */
                hasUpdates?: components["parameters"]["OfUpdates"];
                /** @description Only files with components that are known to need a look and that nobody checked, or with rules that failed; or only the others. */
                attention?: components["parameters"]["OfAttention"];
                /** @description Only files of which something was left out, changed or is in doubt since they were read; or only the others. */
                hasFindings?: components["parameters"]["OfFindings"];
                /** @description Only files with duplicateOf, or only the others. A page compares 10,000 files at most: it may hold fewer than asked for, even none, and nextCursor goes on. */
                duplicates?: components["parameters"]["OfDuplicates"];
                /** @description Only files whose original has this SHA-256, in hexadecimal digits, as to ask before an upload whether a file is there. */
                sha256?: components["parameters"]["OfSHA256"];
                /**
                 * @description Only files whose name contains this, in upper or lower case. Names are sealed, so files have to be opened one by one: a page looks at
                 *     2,000 at most, may hold fewer files than asked for, even none, and has a nextCursor as long as there is more to look at.
                 */
                q?: components["parameters"]["FilenameQuery"];
                /** @description Adds how many files there are of each status and so on. */
                counts?: components["parameters"]["WithCounts"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chosen groups, by filename; or a page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileStatusList"];
                };
            };
        };
    };
    uploadFile: {
        parameters: {
            query?: {
                /** @description Overrides survive the replacement of a file. */
                keepManualChanges?: components["parameters"]["KeepManualChanges"];
                /** @description The file is processed without analysis. */
                disableAutomaticAnalysis?: components["parameters"]["DisableAutomaticAnalysis"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["DocumentForm"];
            };
        };
        responses: {
            /** @description What was stored and set; also for a replaced file and an ignored csv. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResult"];
                };
            };
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description The number of bytes of the file. */
                "Upload-Length": components["parameters"]["UploadLength"];
                /** @description Pairs of a key and, behind a space, its value in base64, with commas between them; at most 4,096 bytes. */
                "Upload-Metadata": components["parameters"]["UploadMetadata"];
                /** @description `sha1` or `sha256`, a space, and that of the body in base64. */
                "Upload-Checksum"?: components["parameters"]["UploadChecksum"];
                /** @description The version of the tus protocol that the client speaks, `1.0.0`. */
                "Tus-Resumable"?: components["parameters"]["TusResumable"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description The upload is begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the tus protocol that the client speaks, `1.0.0`. */
                "Tus-Resumable"?: components["parameters"]["TusResumable"];
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A resumable upload. */
                uploadId: components["parameters"]["UploadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResumableUpload"];
                };
            };
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the tus protocol that the client speaks, `1.0.0`. */
                "Tus-Resumable"?: components["parameters"]["TusResumable"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A resumable upload. */
                uploadId: components["parameters"]["UploadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    appendToUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description The number of bytes before those of the body, as the service last told it. */
                "Upload-Offset": components["parameters"]["UploadOffset"];
                /** @description `sha1` or `sha256`, a space, and that of the body in base64. */
                "Upload-Checksum"?: components["parameters"]["UploadChecksum"];
                /** @description The version of the tus protocol that the client speaks, `1.0.0`. */
                "Tus-Resumable"?: components["parameters"]["TusResumable"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A resumable upload. */
                uploadId: components["parameters"]["UploadId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description The bytes are stored; of the last ones, the file is made. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteFiles: {
        parameters: {
            query?: {
                /** @description There is no way back. */
                deletePermanently?: components["parameters"]["DeletePermanently"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
                 *     how far the work is and can be cancelled. Other preferences are ignored.
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileIds"];
            };
        };
        responses: {
            202: components["responses"]["Accepted"];
            /** @description Moved to the trash, or deleted permanently. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    assignFiles: {
        parameters: {
            query?: {
                /** @description Leaves files out that cannot be changed, and tells why, instead of refusing the request. */
                skipInvalid?: components["parameters"]["SkipInvalid"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
                 *     how far the work is and can be cancelled. Other preferences are ignored.
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignFilesRequest"];
            };
        };
        responses: {
            /** @description The files that are as asked for, and those that were left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFiles"];
                };
            };
            202: components["responses"]["Accepted"];
        };
    };
    setFilesAttributes: {
        parameters: {
            query?: {
                /** @description Leaves files out that cannot be changed, and tells why, instead of refusing the request. */
                skipInvalid?: components["parameters"]["SkipInvalid"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
                 *     how far the work is and can be cancelled. Other preferences are ignored.
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilesAttributesRequest"];
            };
        };
        responses: {
            /** @description The files that are as asked for, and those that were left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFiles"];
                };
            };
            202: components["responses"]["Accepted"];
        };
    };
    reanalyseFiles: {
        parameters: {
            query?: {
                /** @description Pages without usable text are recognised first, whatever the template says. */
                ocr?: components["parameters"]["Ocr"];
                /** @description Leaves files out that cannot be changed, and tells why, instead of refusing the request. */
                skipInvalid?: components["parameters"]["SkipInvalid"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
                 *     how far the work is and can be cancelled. Other preferences are ignored.
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileIds"];
            };
        };
        responses: {
            /** @description The files that are as asked for, and those that were left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFiles"];
                };
            };
            202: components["responses"]["Accepted"];
        };
    };
    retryFiles: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
                 *     how far the work is and can be cancelled. Other preferences are ignored.
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryFilesRequest"];
            };
        };
        responses: {
            /** @description The files that are as asked for, and those that were left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFiles"];
                };
            };
            202: components["responses"]["Accepted"];
        };
    };
    setFilesWorkflowStatus: {
        parameters: {
            query?: {
                /** @description Leaves files out that cannot be changed, and tells why, instead of refusing the request. */
                skipInvalid?: components["parameters"]["SkipInvalid"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
                 *     how far the work is and can be cancelled. Other preferences are ignored.
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilesWorkflowStatusRequest"];
            };
        };
        responses: {
            /** @description The files that are as asked for, and those that were left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedFiles"];
                };
            };
            202: components["responses"]["Accepted"];
        };
    };
    restoreFiles: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `respond-async` (RFC 7240): the answer does not wait for the work on the files. It is 202 with an operation, which tells
                 *     how far the work is and can be cancelled. Other preferences are ignored.
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileIds"];
            };
        };
        responses: {
            202: components["responses"]["Accepted"];
            /** @description Restored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getFileStatus: {
        parameters: {
            query?: {
                /** @description Holds or shows soft-deleted ones. */
                includeSoftDeleted?: components["parameters"]["IncludeSoftDeleted"];
                /** @description Answers as a read at that moment would have. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
                /** @description 304 if the record still has one of these entity tags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileStatus"];
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    deleteFile: {
        parameters: {
            query?: {
                /** @description There is no way back. */
                deletePermanently?: components["parameters"]["DeletePermanently"];
            };
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Moved to the trash, or deleted permanently. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setFileAttributes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAttributes"];
            };
        };
        responses: {
            /** @description The listed attributes are set; the others stay. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createFileDownload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DownloadRequest"];
            };
        };
        responses: {
            /** @description The package, queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadStatus"];
                };
            };
        };
    };
    createDossierDownload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DownloadRequest"];
            };
        };
        responses: {
            /** @description The package, queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadStatus"];
                };
            };
        };
    };
    createFilesDownload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilesDownloadRequest"];
            };
        };
        responses: {
            /** @description The package, queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadStatus"];
                };
            };
        };
    };
    getFileComponents: {
        parameters: {
            query?: {
                /** @description Adds componentDetails. */
                includeDetails?: components["parameters"]["IncludeDetails"];
                /** @description Answers as a read at that moment would have. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The components; empty while the file is not analysed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileComponents"];
                    "application/xml": string;
                };
            };
        };
    };
    exportFileComponents: {
        parameters: {
            query?: {
                /** @description Adds componentDetails. */
                includeDetails?: components["parameters"]["IncludeDetails"];
                /** @description Answers as a read at that moment would have. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The components; empty while the file is not analysed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
        };
    };
    getDossierComponents: {
        parameters: {
            query?: {
                /** @description Adds componentDetails. */
                includeDetails?: components["parameters"]["IncludeDetails"];
                /** @description Answers as a read at that moment would have. */
                asOf?: components["parameters"]["AsOf"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description Keys, parted by commas, each with a minus in front for the descending order: `dueDate`, `workflowStatus`, `processingStatus` and
                 *     `assignee`, and at the end `added`, `lastUpdated` or `filename`. `added` unless given. Names are sealed, so `filename` sorts the files of
                 *     one dossier, stands alone, and needs a list of at most 10,000 files.
                 */
                sort?: components["parameters"]["FileSort"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One record per active file, by filename; or a page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileComponentsList"];
                    "application/xml": string;
                };
            };
        };
    };
    exportComponents: {
        parameters: {
            query?: {
                /** @description A file a line, or a value a line. */
                format?: components["parameters"]["ExportFormat"];
                /** @description Only files of this dossier. */
                dossierId?: components["parameters"]["InDossier"];
                /** @description Only files of this status. May be given several times. */
                workflowStatus?: components["parameters"]["OfWorkflowStatus"];
                /** @description Only files of this status. May be given several times. */
                processingStatus?: components["parameters"]["OfProcessingStatus"];
                /** @description Adds componentDetails. */
                includeDetails?: components["parameters"]["IncludeDetails"];
                /** @description The last cursor of an export that broke off, with the same filters. The export goes on behind it. */
                cursor?: components["parameters"]["ExportCursor"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All files that match, or those behind the cursor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
        };
    };
    exportDossierComponents: {
        parameters: {
            query?: {
                /** @description Adds componentDetails. */
                includeDetails?: components["parameters"]["IncludeDetails"];
                /** @description Answers as a read at that moment would have. */
                asOf?: components["parameters"]["AsOf"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One record per active file, by filename. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
        };
    };
    listComponentOverrides: {
        parameters: {
            query?: {
                /** @description Answers as a read at that moment would have. */
                asOf?: components["parameters"]["AsOf"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The components that were overridden. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentOverrideList"];
                };
            };
        };
    };
    addComponentOverrides: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if each component that it names still has one of these versions, each in quotes. A version is that of its details, or that of the components of the file as long as nobody overrode it. Without the header the change is made whatever is there. */
                "If-Match"?: components["parameters"]["IfMatchComponents"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OverrideRequest"];
            };
        };
        responses: {
            /** @description Overridden. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revertComponentOverrides: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if each component that it names still has one of these versions, each in quotes. A version is that of its details, or that of the components of the file as long as nobody overrode it. Without the header the change is made whatever is there. */
                "If-Match"?: components["parameters"]["IfMatchComponents"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevertRequest"];
            };
        };
        responses: {
            /** @description Reverted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addComponentValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if each component that it names still has one of these versions, each in quotes. A version is that of its details, or that of the components of the file as long as nobody overrode it. Without the header the change is made whatever is there. */
                "If-Match"?: components["parameters"]["IfMatchComponents"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
                /** @description A component; equal snake case forms name the same one. */
                component: components["parameters"]["ComponentName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddedValueRequest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setComponentValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if each component that it names still has one of these versions, each in quotes. A version is that of its details, or that of the components of the file as long as nobody overrode it. Without the header the change is made whatever is there. */
                "If-Match"?: components["parameters"]["IfMatchComponents"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
                /** @description A component; equal snake case forms name the same one. */
                component: components["parameters"]["ComponentName"];
                /** @description A value of the component, by the identifier that its details have. */
                valueId: components["parameters"]["ValueId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValueRequest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removeComponentValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if each component that it names still has one of these versions, each in quotes. A version is that of its details, or that of the components of the file as long as nobody overrode it. Without the header the change is made whatever is there. */
                "If-Match"?: components["parameters"]["IfMatchComponents"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
                /** @description A component; equal snake case forms name the same one. */
                component: components["parameters"]["ComponentName"];
                /** @description A value of the component, by the identifier that its details have. */
                valueId: components["parameters"]["ValueId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revertComponentValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if each component that it names still has one of these versions, each in quotes. A version is that of its details, or that of the components of the file as long as nobody overrode it. Without the header the change is made whatever is there. */
                "If-Match"?: components["parameters"]["IfMatchComponents"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
                /** @description A component; equal snake case forms name the same one. */
                component: components["parameters"]["ComponentName"];
                /** @description A value of the component, by the identifier that its details have. */
                valueId: components["parameters"]["ValueId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setComponentChecks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if each component that it names still has one of these versions, each in quotes. A version is that of its details, or that of the components of the file as long as nobody overrode it. Without the header the change is made whatever is there. */
                "If-Match"?: components["parameters"]["IfMatchComponents"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentChecksRequest"];
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reanalyseFile: {
        parameters: {
            query?: {
                /** @description Pages without usable text are recognised first, whatever the template says. */
                ocr?: components["parameters"]["Ocr"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file status, REPROCESS unless the file was busy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileStatus"];
                };
            };
        };
    };
    restoreFile: {
        parameters: {
            query?: {
                /** @description The name under which the file returns, with the same end; left out: the one that it has. */
                filename?: components["parameters"]["RestoredName"];
            };
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileStatus"];
                };
            };
        };
    };
    setFileAssignee: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileAssigneeRequest"];
            };
        };
        responses: {
            /** @description The file status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileStatus"];
                };
            };
        };
    };
    setFileExtraction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileExtractionRequest"];
            };
        };
        responses: {
            /** @description The file status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileStatus"];
                };
            };
        };
    };
    setFileWorkflowStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowStatusRequest"];
            };
        };
        responses: {
            /** @description The file status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileStatus"];
                };
            };
        };
    };
    getFileEntities: {
        parameters: {
            query?: {
                /** @description Only this page, from 1, and what is marked on it. */
                page?: components["parameters"]["OnPage"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pages and entities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileEntities"];
                };
            };
        };
    };
    getFilePageText: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
                /** @description 304 if the record still has one of these entity tags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
                /** @description A page, from 1. */
                page: components["parameters"]["Page"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The words of the page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageText"];
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    getFileTree: {
        parameters: {
            query?: {
                /** @description Only this page, from 1, and the elements on it. */
                page?: components["parameters"]["PageOfTree"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
                /** @description 304 if the record still has one of these entity tags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pages and their elements. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileTree"];
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    getFileContent: {
        parameters: {
            query?: {
                /** @description Which content; an office file or a picture has a PDF when it is converted, a file has a preview when its layout is known. */
                type?: components["parameters"]["ContentType"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
                /** @description One range of bytes. Several are answered with the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The range holds only for this entity tag or date. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description 304 if the record still has one of these entity tags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole content. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/octet-stream": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/octet-stream": string;
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    getFilePageImage: {
        parameters: {
            query?: {
                /** @description Dots per inch. A page that would be very large is drawn smaller. */
                dpi?: components["parameters"]["DPI"];
                /** @description Only this part of the page: x, y, width and height in PDF points, as boxes are, with the origin in the lower left corner of the page before it is turned. What is beyond the page is left out. */
                crop?: components["parameters"]["Crop"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
                /** @description One range of bytes. Several are answered with the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The range holds only for this entity tag or date. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description 304 if the record still has one of these entity tags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
                /** @description A page, from 1. */
                page: components["parameters"]["Page"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    listDownloads: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `creationDate`, with a minus in front for the descending order; `-creationDate` unless given. */
                sort?: components["parameters"]["DownloadSort"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own packages, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadStatusList"];
                };
            };
        };
    };
    getDownloadStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description One of the caller's packages. */
                downloadId: components["parameters"]["DownloadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadStatus"];
                };
            };
        };
    };
    deleteDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of the caller's packages. */
                downloadId: components["parameters"]["DownloadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted; a running package is cancelled. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    fetchDownload: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
                /** @description One range of bytes. Several are answered with the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The range holds only for this entity tag or date. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description 304 if the record still has one of these entity tags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description One of the caller's packages. */
                downloadId: components["parameters"]["DownloadId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole package. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            304: components["responses"]["NotModified"];
        };
    };
    listOperations: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `created`, with a minus in front for the descending order; `-created` unless given. */
                sort?: components["parameters"]["OperationSort"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own operations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationList"];
                };
            };
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description One of the caller's operations. */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation; Retry-After as long as it is not over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
        };
    };
    cancelOperation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description One of the caller's operations. */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Only the user of this name, whatever its case. */
                username?: components["parameters"]["Username"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description `username`, with a minus in front for the descending order; `username` unless given. */
                sort?: components["parameters"]["UserSort"];
                /** @description Only accounts whose username, first name or last name contains this, in upper or lower case. */
                q?: components["parameters"]["UserQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users; none when nobody has the username. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The new user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description The user after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    setUserPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Erasure"];
            };
        };
        responses: {
            /** @description Erased. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Only keys of this account. */
                userId?: components["parameters"]["KeyOwner"];
                /** @description Shows keys too that have expired or were revoked. */
                includeEnded?: components["parameters"]["IncludeEnded"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The new key, with its text. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An API key. */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description Only those whose name contains this, in upper or lower case. */
                q?: components["parameters"]["NameQuery"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientList"];
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOAuthClient"];
            };
        };
        responses: {
            /** @description The new client, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOAuthClient"];
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An OAuth client. */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An OAuth client. */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthClientChange"];
            };
        };
        responses: {
            /** @description The client after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An OAuth client. */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An OAuth client. */
                clientId: components["parameters"]["ClientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewClientSecret"];
                };
            };
        };
    };
    removeClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An OAuth client. */
                clientId: components["parameters"]["ClientId"];
                /** @description A secret of the client. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has one of these entity tags. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceChange"];
            };
        };
        responses: {
            /** @description The settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
        };
    };
    getLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The license; without one everything is allowed, without end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"];
                };
            };
        };
    };
    createUsageReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UsageRequest"];
            };
        };
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
        };
    };
    getTemplateHistory: {
        parameters: {
            query?: {
                /** @description Events on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description nextCursor of the page before, used with the same filters. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Oldest or newest first. */
                order?: components["parameters"]["Order"];
                /** @description Tells with each event of a page how it is proven; not with events as JSON Lines or csv. */
                evidence?: components["parameters"]["WithEvidence"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
        };
    };
    getDossierHistory: {
        parameters: {
            query?: {
                /** @description Events on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description nextCursor of the page before, used with the same filters. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Oldest or newest first. */
                order?: components["parameters"]["Order"];
                /** @description No earlier events than of this moment. */
                from?: components["parameters"]["AuditFrom"];
                /** @description No later events than of this moment. */
                to?: components["parameters"]["AuditTo"];
                /** @description Who did it, by identifier or username; system is the service itself. */
                actor?: components["parameters"]["AuditActor"];
                /** @description Name of an event, or the beginning of some that ends with a dot, such as file. May be given several times. */
                type?: components["parameters"]["AuditType"];
                /** @description Only events of this file. */
                fileId?: components["parameters"]["OfFile"];
                /** @description Tells with each event of a page how it is proven; not with events as JSON Lines or csv. */
                evidence?: components["parameters"]["WithEvidence"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
        };
    };
    getFileHistory: {
        parameters: {
            query?: {
                /** @description Events on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description nextCursor of the page before, used with the same filters. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Oldest or newest first. */
                order?: components["parameters"]["Order"];
                /** @description No earlier events than of this moment. */
                from?: components["parameters"]["AuditFrom"];
                /** @description No later events than of this moment. */
                to?: components["parameters"]["AuditTo"];
                /** @description Who did it, by identifier or username; system is the service itself. */
                actor?: components["parameters"]["AuditActor"];
                /** @description Name of an event, or the beginning of some that ends with a dot, such as file. May be given several times. */
                type?: components["parameters"]["AuditType"];
                /** @description Tells with each event of a page how it is proven; not with events as JSON Lines or csv. */
                evidence?: components["parameters"]["WithEvidence"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A dossier template. */
                dossierTemplateId: components["parameters"]["DossierTemplateId"];
                /** @description A dossier. */
                dossierId: components["parameters"]["DossierId"];
                /** @description A file. */
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description No earlier events than of this moment. */
                from?: components["parameters"]["AuditFrom"];
                /** @description No later events than of this moment. */
                to?: components["parameters"]["AuditTo"];
                /** @description Who did it, by identifier or username; system is the service itself. */
                actor?: components["parameters"]["AuditActor"];
                /** @description Name of an event, or the beginning of some that ends with a dot, such as file. May be given several times. */
                type?: components["parameters"]["AuditType"];
                /** @description Only events of this dossier and its files. */
                dossierId?: components["parameters"]["OfDossier"];
                /** @description Only events of this file. */
                fileId?: components["parameters"]["OfFile"];
                /** @description Events on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description nextCursor of the page before, used with the same filters. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Oldest or newest first. */
                order?: components["parameters"]["Order"];
                /** @description A page as json, or all that match in one stream as jsonl or csv, whatever limit and cursor say. */
                format?: components["parameters"]["AuditFormat"];
                /** @description Tells with each event of a page how it is proven; not with events as JSON Lines or csv. */
                evidence?: components["parameters"]["WithEvidence"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, newest first unless asked otherwise; as jsonl or csv all that match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPage"];
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
        };
    };
    getEvidenceCheckpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkpoint, a signed note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getEvidenceTile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description 0 for the hashes of leaves, 1 for the roots of full tiles of level 0, and so on; or `entries`. */
                level: components["parameters"]["TileLevel"];
                /** @description Index of the tile in its level, in groups of three digits of which all but the last begin with x, and the width of a partial tile. */
                tile: components["parameters"]["TileIndex"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hashes, or the entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    createEvidenceBundle: {
        parameters: {
            query?: {
                /** @description Shows the sealed values that the caller may read, so that the bundle can be read without keys. */
                openValues?: components["parameters"]["OpenValues"];
            };
            header?: never;
            path: {
                /** @description A dossier or a file, also one that was deleted. */
                id: components["parameters"]["EvidenceSubject"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    getEvidenceProof: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description Where the event stands in the log. */
                position: components["parameters"]["EventPosition"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    listAllDossiers: {
        parameters: {
            query?: {
                /** @description Only those of this dossier template. */
                dossierTemplateId?: components["parameters"]["OfDossierTemplate"];
                /** @description Holds active ones. */
                includeActive?: components["parameters"]["IncludeActive"];
                /** @description Holds archived ones. */
                includeArchived?: components["parameters"]["IncludeArchived"];
                /** @description Holds or shows soft-deleted ones. */
                includeSoftDeleted?: components["parameters"]["IncludeSoftDeleted"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description `date`, `dueDate` or `name`, with a minus in front for the descending order; `-date` unless given. Dossiers without a due date count
                 *     as due last. Names are sealed, so `name` needs a list of at most 10,000 dossiers.
                 */
                sort?: components["parameters"]["DossierSort"];
                /** @description Only dossiers of this status. */
                dossierStatusId?: components["parameters"]["OfDossierStatus"];
                /** @description Only dossiers of this owner. */
                ownerId?: components["parameters"]["OfOwner"];
                /** @description Only dossiers of which this user is a member. */
                memberId?: components["parameters"]["OfMember"];
                /** @description Only these dossiers. May be given 100 times; those that the caller may not see are left out. */
                dossierId?: components["parameters"]["SomeDossiers"];
                /**
                 * @description Only dossiers with an attribute whose value contains a text, in upper or lower case: the identifier of the attribute, a colon and the
                 *     text. With several, those that have all. A page looks at 2,000 dossiers at most, as with q.
                 */
                attribute?: components["parameters"]["WithAttribute"];
                /** @description Only dossiers that are due before this time. */
                dueBefore?: components["parameters"]["DueBefore"];
                /** @description Only dossiers whose files the caller may read, with a file of this status outside of the trash. May be given several times. */
                processingStatus?: components["parameters"]["WithProcessingStatus"];
                /** @description Only dossiers whose files the caller may read, with a file whose latest analysis changed a component; or only those without one. */
                hasUpdates?: components["parameters"]["WithUpdates"];
                /**
                 * @description Only dossiers whose name or description contains this, in upper or lower case. A page looks at 2,000 dossiers at most, may hold fewer
                 *     than asked for, even none, and has a nextCursor as long as there is more to look at.
                 */
                q?: components["parameters"]["DossierQuery"];
                /** @description Where `q` is looked for, in names and descriptions unless given, or in values of attributes. May be given several times. */
                in?: components["parameters"]["DossierTextIn"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
                /** @description Adds to each dossier whose files the caller may read what is in it. A single dossier comes without an entity tag then. */
                includeCounts?: components["parameters"]["IncludeCounts"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DossierList"];
                };
            };
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Only those of this dossier template. */
                dossierTemplateId?: components["parameters"]["OfDossierTemplate"];
                /** @description Only files of this dossier. */
                dossierId?: components["parameters"]["InDossier"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description Keys, parted by commas, each with a minus in front for the descending order: `dueDate`, `workflowStatus`, `processingStatus` and
                 *     `assignee`, and at the end `added`, `lastUpdated` or `filename`. `added` unless given. Names are sealed, so `filename` sorts the files of
                 *     one dossier, stands alone, and needs a list of at most 10,000 files.
                 */
                sort?: components["parameters"]["FileSort"];
                /** @description Only files of this status. May be given several times. */
                workflowStatus?: components["parameters"]["OfWorkflowStatus"];
                /** @description Only files of this status. May be given several times. */
                processingStatus?: components["parameters"]["OfProcessingStatus"];
                /** @description Only files of this user; `me` for the caller, `none` for those that nobody has. */
                assignee?: components["parameters"]["OfAssignee"];
                /** @description Only files whose latest analysis changed a component, or only the others. */
                hasUpdates?: components["parameters"]["OfUpdates"];
                /** @description Only files with components that are known to need a look and that nobody checked, or with rules that failed; or only the others. */
                attention?: components["parameters"]["OfAttention"];
                /** @description Only files of which something was left out, changed or is in doubt since they were read; or only the others. */
                hasFindings?: components["parameters"]["OfFindings"];
                /** @description Only files with duplicateOf, or only the others. A page compares 10,000 files at most: it may hold fewer than asked for, even none, and nextCursor goes on. */
                duplicates?: components["parameters"]["OfDuplicates"];
                /** @description Only files whose original has this SHA-256, in hexadecimal digits, as to ask before an upload whether a file is there. */
                sha256?: components["parameters"]["OfSHA256"];
                /**
                 * @description Only files whose name contains this, in upper or lower case. Names are sealed, so files have to be opened one by one: a page looks at
                 *     2,000 at most, may hold fewer files than asked for, even none, and has a nextCursor as long as there is more to look at.
                 */
                q?: components["parameters"]["FilenameQuery"];
                /**
                 * @description Where `q` is looked for: in names unless given, in values of attributes, in values of components as they are now, corrections
                 *     included. May be given several times. Values are sealed, so files have to be opened one by one, and a page looks at 200 at most whose
                 *     values are not in memory. What was found in a value stands in `match`.
                 */
                in?: components["parameters"]["FileTextIn"];
                /** @description Adds how many files there are of each status and so on. */
                counts?: components["parameters"]["WithCounts"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, the files that were uploaded first in front unless asked otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePage"];
                };
            };
        };
    };
    listTrash: {
        parameters: {
            query?: {
                /** @description Only those of this dossier template. */
                dossierTemplateId?: components["parameters"]["OfDossierTemplate"];
                /** @description Only what belongs to this dossier. */
                dossierId?: components["parameters"]["TrashOfDossier"];
                /** @description Only dossiers, or only files. */
                kind?: components["parameters"]["OfTrashKind"];
                /** @description Only what is deleted permanently before this time. */
                purgeBefore?: components["parameters"]["PurgeBefore"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, what stays longest in front. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrashPage"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    updateMyPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Preferences"];
            };
        };
        responses: {
            /** @description Stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Name of an event, or the beginning of some that ends with a dot, such as file. May be given several times. */
                type?: components["parameters"]["AuditType"];
                /** @description Only events of this dossier and its files. */
                dossierId?: components["parameters"]["OfDossier"];
                /** @description The event to go on behind; from now on when left out. */
                lastEventId?: components["parameters"]["LastEventId"];
            };
            header?: {
                /** @description The event to go on behind, as browsers send it; it counts before lastEventId. Empty counts as none. */
                "Last-Event-ID"?: components["parameters"]["LastEventIdHeader"];
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream. The id of an event is its position, its name the type, its data the event as in listAuditEvents. A comment comes every 15 s. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    getEventFeed: {
        parameters: {
            query?: {
                /** @description The position to go on behind, nextAfter of the page before; 0 begins with the first event of the log. */
                after?: components["parameters"]["FeedAfter"];
                /** @description Name of an event, or the beginning of some that ends with a dot, such as file. May be given several times; one that no event has is refused. */
                types?: components["parameters"]["FeedTypes"];
                /** @description Events on a page. */
                limit?: components["parameters"]["Limit"];
                /** @description How many seconds to wait for an event where there is none yet. A request that waits counts as a stream of events, of which an account may have ten. */
                wait?: components["parameters"]["FeedWait"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFeedPage"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSettings"];
            };
        };
        responses: {
            /** @description The new webhook and its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSettings"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rollWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message will be sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries of this status. */
                status?: components["parameters"]["DeliveryStatus"];
                /** @description Entries on a page; 50 unless given. */
                limit?: components["parameters"]["PageLimit"];
                /** @description nextCursor of the page before, used with the same filters and the same sort. It belongs to no other list and is not to be kept. */
                cursor?: components["parameters"]["PageCursor"];
                /** @description Adds how many there are in all, as total. */
                counts?: components["parameters"]["WithTotal"];
            };
            header?: {
                /** @description A position that a write answered; the read waits for it, at most 5 s. One beyond the event log is refused with 400 at once. */
                "Docket-Position"?: components["parameters"]["Position"];
            };
            path: {
                /** @description A webhook. */
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name for this request, of 1 to 200 visible ASCII characters. The same request under the same name within 24 hours gets the first
                 *     answer again, marked with `Idempotency-Replayed: true`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A webhook. */
                webhookId: components["parameters"]["WebhookId"];
                /** @description A delivery: the webhook-id of its message. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message will be sent again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
}
