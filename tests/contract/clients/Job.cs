using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading;
using System.Threading.Tasks;
using Docket;

/// <summary>The main job through the client that NSwag makes for C#.</summary>
static class Job
{
    static int Main()
    {
        Run().GetAwaiter().GetResult();
        Console.WriteLine("   C#: the main job is done");
        return 0;
    }

    static async Task Run()
    {
        var http = new HttpClient();
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Setting("TOKEN"));
        var client = new Client(http) { BaseUrl = Setting("URL") };

        var template = Guid.Parse(Setting("TEMPLATE"));
        var templates = await client.ListDossierTemplatesAsync(null, null, null, null, null, null);
        Check("the template of the demo is listed", templates.DossierTemplates.Any(t => t.Id == template));
        var dossier = (await client.CreateOrUpdateDossierAsync(template, null, null,
            new DossierRequest { Name = "csharp " + DateTime.UtcNow.Ticks })).Id;
        Guid file;
        using (var sample = File.OpenRead(Setting("SAMPLE")))
        {
            var uploaded = await client.UploadFileAsync(template, dossier, null, null, null,
                new FileParameter(sample, "sample.pdf", "application/pdf"));
            file = uploaded.FileIds.First();
        }
        await Until("the file is processed", async () =>
            (await client.GetFileStatusAsync(template, dossier, file, null, null, null, null)).ProcessingStatus == ProcessingStatus.PROCESSED);
        Check("the components are found", await Number(client, template, dossier, file) == "NT-2024-0117");
        await client.AddComponentOverridesAsync(template, dossier, file, null, null, new OverrideRequest
        {
            Name = "Invoice_Number",
            ComponentValues = new List<OverrideValue> { new OverrideValue { Value = "NT-1" } },
        });
        Check("the override is seen", await Number(client, template, dossier, file) == "NT-1");
        var asked = (await client.CreateFileDownloadAsync(template, dossier, file, null,
            new DownloadRequest { DownloadFileTypes = new List<PackageContent> { PackageContent.ORIGINAL } })).Id;
        await Until("the package is ready", async () =>
            (await client.GetDownloadStatusAsync(asked, null)).Status == DownloadState.READY);
        using (var zip = await client.FetchDownloadAsync(asked, null, null, null, null))
        {
            Check("the package is a zip", zip.Stream.ReadByte() == 'P' && zip.Stream.ReadByte() == 'K');
        }
        await client.DeleteDossierAsync(template, dossier, true, null);
        try
        {
            await client.GetDossierAsync(template, dossier, null, null, null, null, null);
            Check("a deleted dossier is refused", false);
        }
        catch (ApiException<ErrorBody> e)
        {
            Check("it is not found, and the error is typed", e.StatusCode == 404 && e.Result.Code == "dossier_not_found");
        }
    }

    static async Task<string> Number(Client client, Guid template, Guid dossier, Guid file)
    {
        var components = await client.GetFileComponentsAsync(template, dossier, file, null, null, null);
        return string.Join(", ", components.Components["Invoice_Number"]);
    }

    // Until asks again until it is so, for at most five minutes.
    static async Task Until(string what, Func<Task<bool>> isSo)
    {
        for (var end = DateTime.UtcNow.AddMinutes(5); !await isSo(); await Task.Delay(200))
        {
            Check("not within five minutes: " + what, DateTime.UtcNow < end);
        }
    }

    static string Setting(string name)
    {
        var value = Environment.GetEnvironmentVariable("DOCKET_" + name);
        Check("DOCKET_" + name + " is set", !string.IsNullOrEmpty(value));
        return value;
    }

    static void Check(string what, bool isSo)
    {
        if (!isSo)
        {
            throw new InvalidOperationException("this does not hold: " + what);
        }
    }
}
