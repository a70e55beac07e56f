import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ComponentsApi;
import org.openapitools.client.api.DossierTemplatesApi;
import org.openapitools.client.api.DossiersApi;
import org.openapitools.client.api.DownloadPackagesApi;
import org.openapitools.client.api.FilesApi;
import org.openapitools.client.auth.HttpBearerAuth;
import org.openapitools.client.model.DossierRequest;
import org.openapitools.client.model.DownloadRequest;
import org.openapitools.client.model.DownloadState;
import org.openapitools.client.model.OverrideRequest;
import org.openapitools.client.model.OverrideValue;
import org.openapitools.client.model.PackageContent;
import org.openapitools.client.model.ProcessingStatus;

/** The main job through the client that openapi-generator makes for Java. */
public class Job {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(System.getenv("DOCKET_URL"));
        ((HttpBearerAuth) client.getAuthentication("bearer")).setBearerToken(System.getenv("DOCKET_TOKEN"));
        FilesApi files = new FilesApi(client);
        DossiersApi dossiers = new DossiersApi(client);
        ComponentsApi components = new ComponentsApi(client);
        DownloadPackagesApi packages = new DownloadPackagesApi(client);

        UUID template = UUID.fromString(System.getenv("DOCKET_TEMPLATE"));
        boolean isListed = new DossierTemplatesApi(client).listDossierTemplates(null, null, null, null, null, null).getDossierTemplates().stream()
            .anyMatch(t -> t.getId().equals(template));
        check("the template of the demo is listed", isListed);
        UUID dossier = dossiers.createOrUpdateDossier(template,
            new DossierRequest().name("java " + System.nanoTime()), null, null).getId();
        File sample = new File(System.getenv("DOCKET_SAMPLE"));
        UUID file = files.uploadFile(template, dossier, sample, null, null, null).getFileIds().get(0);
        until("the file is processed",
            () -> files.getFileStatus(template, dossier, file, null, null, null, null).getProcessingStatus() == ProcessingStatus.PROCESSED);
        check("the components are found", number(components, template, dossier, file).equals(List.of("NT-2024-0117")));
        components.addComponentOverrides(template, dossier, file,
            new OverrideRequest().name("Invoice_Number").addComponentValuesItem(new OverrideValue().value("NT-1")), null, null);
        check("the override is seen", number(components, template, dossier, file).equals(List.of("NT-1")));
        UUID asked = packages.createFileDownload(template, dossier, file, null,
            new DownloadRequest().downloadFileTypes(Set.of(PackageContent.ORIGINAL))).getId();
        until("the package is ready", () -> packages.getDownloadStatus(asked, null).getStatus() == DownloadState.READY);
        byte[] zip = Files.readAllBytes(packages.fetchDownload(asked, null, null, null, null).toPath());
        check("the package is a zip", zip[0] == 'P' && zip[1] == 'K');
        dossiers.deleteDossier(template, dossier, true, null);
        try {
            dossiers.getDossier(template, dossier, null, null, null, null, null);
            check("a deleted dossier is refused", false);
        } catch (ApiException e) {
            check("it is not found", e.getCode() == 404);
        }
        System.out.println("   java: the main job is done");
        System.exit(0);
    }

    static List<String> number(ComponentsApi api, UUID template, UUID dossier, UUID file) throws ApiException {
        return api.getFileComponents(template, dossier, file, null, null, null).getComponents().get("Invoice_Number");
    }

    static void until(String what, Callable<Boolean> isSo) throws Exception {
        for (long end = System.currentTimeMillis() + 300_000; !isSo.call(); Thread.sleep(200)) {
            check("not within five minutes: " + what, System.currentTimeMillis() < end);
        }
    }

    static void check(String what, boolean isSo) {
        if (!isSo) {
            throw new AssertionError(what);
        }
    }
}
